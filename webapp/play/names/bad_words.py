"""Finds bad words in nicknames: in English, German, French, Spanish and Portuguese, also in simple disguises.

A disguise changes letters to digits or to letters of another alphabet, doubles letters, or puts spaces, hyphens and
accents between. Long bad words are found anywhere in a name, short ones only as a whole word, because many are parts of
good names (Cockburn, Dominique, Scunthorpe, Schwarzenegger). The libraries found know English words alone, fetch
models, or have had no release for years.
"""

import re
from collections.abc import Iterable

from webapp.play.names.letters import words_of

_ANYWHERE = """
    fuck fvck phuck cocksuck cunt shit bitch nigger nigga faggot whore wanker asshole arsehole
    dickhead blowjob handjob cumshot vagina dildo pedophil paedophil pedofil childporn porno pornhub hitler siegheil
    killyourself hangyourself bukkake jizz wetback incest
    fotze hurensohn hurenkind wichser wixer arschloch arschgesicht schlampe ficken fickdich gefickt missgeburt kanake
    schwuchtel scheiss pimmel titten vergewaltig judensau kinderficker untermensch schwanzlutsch
    putain salope salaud salopard connard connasse encule niquetamere niquetarace filsdepute trouducul bougnoul
    sucemabite poufiasse pouffiasse petasse branleur
    hijodeput hijoput hijueput putamadre gilipollas pendejo cabron mierda maricon follame follar chingatumadre chingada
    chupamela chupapij conchatumadre mamaguevo mamahuevo malparido negrata
    caralho fodase foder fodido fodida buceta cuzao tomarnocu filhodaput filhadaput punhet arrombad putaria xoxota
    estuprador
"""
_WHOLE = """
    fuk fuks fck fcker fuq ass asses arse dick dicks cock cocks cocksucker cum cums slut sluts tit tits boob boobs pussy
    pussies penis anus anal rape raper rapist rapists nazi nazis kike spic chink coon gook tranny dyke paki retard
    retarded wank wanking twat prick bastard fag fags poof porn kys turd crap bollocks bugger
    hure huren nutte nutten arsch arsche fick ficker fickt wichs spast spasti spacko mongo muschi neger zigeuner kacke
    kacker hitlers vergast vergasen fut drecksau
    pute putes nique niquer ntm fdp batard pede pedes tapette negre negres merde merdes couille couilles chatte cul bite
    bites suce suceur gouine youpin chier enfoire
    puta puto putas putos joder polla pollas verga zorra marica culo culos pinche coño chinga chingar pajero carajo
    sudaca violador ojete cagada
    porra foda merda merdas bosta boceta viado viados cu cus fdps punheta xereca cacete corno piroca
"""
_GOOD = re.compile("scunthorpe|shita(?!ss)")
"""Good names with a bad word inside."""
_STROKE = re.compile("1|[a-z]I")
"""A stroke that may be an i or an l."""


def _pattern(words: Iterable[str], letters: dict[str, str]) -> re.Pattern[str]:
    """Returns a pattern of words whose letters may be doubled. ``letters`` holds patterns for some of them."""
    return re.compile("|".join("".join(f"{letters.get(letter, letter)}+" for letter in word) for word in words))


def is_bad(name: str) -> bool:
    """Tells whether a name holds a bad word."""
    anywhere, whole = _ONE_AS_I_OR_L if _STROKE.search(name) else _PLAIN
    words = words_of(name)
    joined = "".join(words)
    return anywhere.search(_GOOD.sub("", joined)) is not None or any(map(whole.fullmatch, (*words, joined)))


_PLAIN, _ONE_AS_I_OR_L = (
    (_pattern(_ANYWHERE.split(), letters), _pattern(_WHOLE.split(), letters))
    for letters in ({}, {"i": "[il]", "l": "[il]"})
)
