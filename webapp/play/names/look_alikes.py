"""Lists letters that look like Latin letters, without those that lose only an accent or a width by NFKD.

Generated from confusables.txt of Unicode (UTS 39) and from the names of Unicode's characters.
"""

LOOKS = {
    "a": "ȺɊΑαАа",
    "ae": "ÆæǢǣǼǽӔӕ",
    "b": "ƀƁƂƃƄƅɃΒБВЬвьѢѣҌҍᲀᲇ",
    "bl": "Ыы",
    "c": "ƇƈȻȼͽεϿЄСсєҪҫԑᲃ",
    "d": "ÐðĐđƉƊƋƌȡԀԁ",
    "e": "əƎƏƐǝɆɇΕЕеҼҽҾҿӘәԐ",
    "f": "ƑƒϜϝՔք",
    "g": "ƍƓǤǥԌԍՑց",
    "h": "ĦħΗЋНнћҢңҺһӇӈӉӊՀհꚔꚕ",
    "i": "ıƗιіӏꙆꙇ",
    "j": "ȷɈɉͿϳЈјՅյ",
    "k": "ĸƘƙΚκКкҚқҞҟ",
    "l": "ŁłƖƚȴȽΙІӀ",
    "lo": "Юю",
    "m": "ƜΜμϺϻМӍӎՊպሣ",
    "n": "ƝƞȠȵΝηՈՌոռ",
    "o": "ØøƆƟǾǿͻΘΟΣθοσϽОоѲѳӨөՕօଠഠဝჿዐᲂᲿ",
    "oe": "Œœ",
    "oo": "Ꚙꚙ",
    "p": "ƤƥΡρРрᴩ",
    "q": "ɋԚԛԳԶգզ",
    "r": "ƦɌɍГгҒғᴦ",
    "s": "ƽȿβЅѕՏտẜẝ",
    "t": "ŦŧƫƬƭƮȶȾΤτТтҬҭႠᲄᲅⴀ",
    "u": "ɄυՍսሀ",
    "v": "ƲɅΛλνЛлѴѵᴧ",
    "w": "мѠѡѼѽԜԝԱա",
    "x": "ΧχХхҲҳ",
    "y": "ƔƳƴɎɏΓΥγУуҮүҰұყᲧỾỿ",
    "z": "ƵƶȤȥɀΖζ",
}
"""By Latin letters, the letters that look like them."""
