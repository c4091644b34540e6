"""Knows common first names in many languages, which reports cannot hide for all."""

from webapp.play.names.letters import sound_of

_NAMES = """
    aaron adam adele adrian agnes ahmed aicha albert alejandro alex alexander alexandra alexandre alexis alfred ali
    alice alicia alina alma amanda amelia amelie amina amy ana anders andre andrea andreas andrei andres andrew angela
    anita anja anke ann anna anne annette anton antonia antonio antoine ariana armin arthur astrid august aurora aylin
    barbara bastian beatrice beatriz ben benedikt benjamin benoit bernard bernd bert bianca bill björn boris brandon
    brian brigitte bruno camila camille carl carla carlos carmen carol carolina caroline catarina catherine cecilia
    charles charlotte chloe chris christian christina christine christoph christopher clara claire claude claudia
    clemens clement colin connor cristina cristiano daisy damian dan daniel daniela danielle dario david debora denis
    denise dennis diana diego dirk dominic dominik dominique donald dora doris dylan eduardo edward elena eli elias
    elif elisa elisabeth elise elizabeth ella ellen ellie elsa emanuel emil emilia emilie emily emma emmanuel enzo
    eric erik erika ernst esra esther ethan eva evelyn fabian fabio fatima felicia felix fernanda fernando finn fiona
    florence florian francesca francisco francois frank franz frederic freya friedrich gabriel gabriela georg george
    gerard gerhard gina giulia gloria grace greta guido guillaume gustav hana hanna hannah hannes hans harry heidi
    heike heinrich helen helena helene henri henrik henry herbert hermann hugo ian ibrahim ida ilse ines inga ingrid
    irene iris isaac isabel isabella isabelle ivan ivo jack jacob jacqueline jakob james jan jana jane janina jasmin
    jason javier jay jean jeanne jennifer jens jeremy jerome jesse jessica jim jo joachim joan joanna joao joel johan
    johann johanna johannes john jonas jonathan jorge jose josef josefine joseph josh joshua juan judith julia julian
    juliana julie julien juliette julius justin karen karim karin karl karla katharina katherine kathrin katja kevin
    kim klara klaus konrad kristin kurt lara larissa lars laura laurent lea leah leandro lena leo leon leonardo leonie
    levi lia liam lidia lili lilly lily lina linda linus lisa liv logan lola lore lorenzo lotte louis louisa louise
    luca lucas lucia luciana lucie lucy luis luisa luiz lukas luke luna lydia madeleine magdalena maja malik manfred
    manuel manuela mara marc marcel marcelo marco marcos mareike margaret margot maria mariana marie marina mario
    marion marius mark marlene marta martha martin martina mary mateo mathieu mathilde matilda matteo matthew matthias
    max maximilian maya megan mehmet mia michael michel michelle miguel mike mila miriam mohamed mohammed moritz
    muhammad mustafa nadia nadine nancy natalia natalie nathan nele nick nicola nicolas nicole nikita niklas nikola
    nils nina noah noel nora norbert olga oliver olivia olivier oscar oskar otto pablo pamela pascal patricia patrick
    paul paula pauline pedro peter petra philip philipp philippe pia pierre rachel rafael rahel raphael raul rebecca
    regina rene renate ricardo richard rita robert roberto robin roger roland rolf roman romy ronja rosa rose ruben
    rudolf ruth ryan sabine sabrina sally sam samantha samir samuel sandra sara sarah sascha sean sebastian selina
    sergio silke silvia simon simone sina sofia sonia sonja sophia sophie stefan stefanie stella stephan stephanie
    stephen steve steven susan susanne sven sylvia tamara tania tanja tara tatiana teresa theo theresa thiago thomas
    till tim timo tina tobias tom tomas toni udo ulrich ulrike ursula uwe valentin valentina valeria vanessa vera
    veronica victor victoria viktor viktoria vincent viola vivian walter werner wilhelm will william wolfgang xavier
    yannick yara yasmin yusuf yves yvonne zoe анна александр алексей андрей борис дмитрий елена ирина иван мария
    михаил наталья ольга сергей татьяна юлия γιώργος ελένη μαρία νίκος
"""
_SOUNDS = frozenset(map(sound_of, _NAMES.split()))


def is_first_name(name: str) -> bool:
    """Tells whether a name is a common first name, perhaps with a number behind."""
    return sound_of(name.rstrip("0123456789 -")) in _SOUNDS
