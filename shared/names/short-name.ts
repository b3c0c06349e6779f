// Returns the short form of a person's name, for greetings and previews.
// Malay, Chinese and Indian people are called by different parts of their name.
import { nameText } from '#texts/labels.ts'

const buildWordSet = (words: string) => new Set(words.split(' '))

/** Words between a person's own name and the father's name, as in Hafiz bin Ali and Kavitha a/p Subramaniam. */
const patronymicMarkers = buildWordSet('bin binti binte bte bt b a/l a/p s/o d/o anak ak @')

/** Titles that precede a name. `sri`, `seri`, `paduka` and `madya` are titles only after another title. */
const titles = buildWordSet(
  'dr prof professor ir ts sr yb ybhg dato datuk datin tun haji hajah hj hjh tuan puan encik cik en pn mr mrs ms ustaz ustazah',
)
const laterTitles = buildWordSet('sri seri paduka madya')

/** Frequent first parts of Malay names, such as Muhammad. People with a further given name are called by that name. */
const commonPrefixes = buildWordSet(
  'muhammad muhamad muhammed mohamad mohammad mohamed mohammed mohd muhd md nur nor noor nurul siti wan nik syed sayed sharifah syarifah awang dayang che',
)

/** First parts of names that form one name with the next part, as in Abdul Rahman, Abu Bakar and Sri Devi. */
const joinedPrefixes = buildWordSet('abdul abd abdur abu sri sree')

/** Inherited titles that stay in the short name: Tengku Nur Farah is called Tengku Farah. */
const inheritedTitles = buildWordSet('tengku tunku ungku raja puteri megat pengiran')

const chineseSurnames = buildWordSet(
  `ang aw bong chai chan chang chau cheah chee chen cheng cheong chew chia chiam chiang chiew chin ching chong choo chow
  choy chu chua chuah chung eng ewe fong foo fu gan gao goh guo han heng hew hii ho hoe hon hong hoo hor hsu hu huang hui jong
  kam kang kee keh kho khoo khor koay koh kok kong koo kua kuan kueh kuek kwan kwok lai lam lau law lee leong leow lew li liang
  liew lim lin ling liu loh lok loke loo low lu lum ma mah mak mok neo ng ngo ngoh ngu ong ooi oon pang phang phua png poh pua
  puah pui quah quek saw see seow shum sia siew sim siow soh song soo soon sun sze szeto tai tam tan tang tay tee teh teng teo
  teoh tey tham thien thong tiew ting tiong toh tong tsen voon vong wang wee wong woo woon wu xu yap yau yee yeo yeoh yeow yew
  yip yong yu yuen zhang zhao zhou zhu`.replace(/\s+/g, ' '),
)

/**
 * Returns a word in lower case without full stop, comma and apostrophe, the form in which the lists of this file
 * contain words.
 */
const normalizeWord = (word: string) => word.toLowerCase().replace(/[.,'’‘`]/g, '')

const isNameInitial = (word: string) => /^\p{L}$/u.test(normalizeWord(word))

/** Whether a word can be one romanised Chinese syllable. Western names such as Jason and Michelle are longer. */
const isChineseSyllable = (word: string) =>
  word.length <= 6 && (word.match(/[aeiou]+|(?<!^)y/gi) ?? []).length <= 1

/** Returns the words of a person's name that precede the name of the father. */
function removePatronymic(words: string[]): string[] {
  const end = words.findIndex((word, index) => index > 0 && patronymicMarkers.has(normalizeWord(word)))
  return end < 0 ? words : words.slice(0, end)
}

function removeTitles(words: string[]): string[] {
  let rest = words
  while (rest.length > 1) {
    const [first = '', second = ''] = rest.map(normalizeWord)
    // "Tan" followed by "Sri" is a title, while "Tan" alone is a surname.
    const isDouble =
      (first === 'tan' || first === 'toh' || first === 'puan') && /^(sri|seri|puan)$/.test(second)
    if (isDouble && rest.length > 2) rest = rest.slice(2)
    else if (titles.has(first) || (rest !== words && laterTitles.has(first))) rest = rest.slice(1)
    else break
  }
  return rest
}

/**
 * Returns the given name of a person with a Chinese surname, or undefined when no part of the name is a Chinese
 * surname.
 */
function findChineseGivenName(words: string[]): string | undefined {
  const at = words.findIndex(word => chineseSurnames.has(normalizeWord(word)))
  if (at < 0 || words.length < 2) return undefined
  if (at > 0) {
    // In Mei Ling Tan the surname is the last word. In Jason Tan Wei Ming a Chinese name follows the western name.
    const isLast = isChineseSyllable(words[0] ?? '') && chineseSurnames.has(normalizeWord(words.at(-1) ?? ''))
    return words.slice(0, isLast ? -1 : at).join(' ')
  }
  const given = words.slice(1)
  // A western name may follow the Chinese given name: Tan Wei Ming Jason is called Jason.
  const western = given.filter(word => !isChineseSyllable(word))
  return western.length === 1 ? western[0] : given.slice(0, 2).join(' ')
}

function shortenNameWords(words: string[]): string {
  const [first = '', ...rest] = words
  if (rest.length === 0) return first
  const simplified = normalizeWord(first)
  if (inheritedTitles.has(simplified)) return `${first} ${shortenNameWords(rest)}`
  if (commonPrefixes.has(simplified) || isNameInitial(first)) return shortenNameWords(rest)
  if (joinedPrefixes.has(simplified)) return `${first} ${rest[0]}`
  return findChineseGivenName(words) ?? first
}

/**
 * Returns the part of a full name by which a person is called: Hafiz for Muhammad Hafiz bin Ali, Mei Ling for Tan Mei
 * Ling, Kavitha for Kavitha a/p Subramaniam. A name that cannot be shortened is returned whole.
 */
export function shortenPersonName(fullName: string): string {
  const name = fullName.trim()
  if (name === nameText.formerMember) return name
  const words = name.replace(/\([^)]*\)/g, ' ').split(/[\s,]+/)
  const latin = words.filter(word => /[a-z]/i.test(word) || word === '@')
  return shortenNameWords(removeTitles(removePatronymic(latin))) || name
}
