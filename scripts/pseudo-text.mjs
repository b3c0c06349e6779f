// Makes the texts of the pseudo-language: English with accented letters, words 40 % longer, and in brackets.
// A text without accents was not translated; a missing bracket was cut off.
import { TYPE } from '@formatjs/icu-messageformat-parser'

const accents = new Map(
  [...'aáeéiíoóuúyýAÁEÉIÍOÓUÚcçnñsšzž']
    .map((letter, index, all) => [letter, all[index + 1]])
    .filter((_, index) => index % 2 === 0),
)
const quoteBraces = text => text.replace(/[{}]/g, "'$&'")

/** Accents and lengthens words, except URLs and names in capitals such as SMTP_URL. */
const lengthenAndAccentWords = text =>
  text.replace(/\S*\p{L}\S*/gu, word => {
    if (/^[A-Z_]{3,}$|:\/\/|[@/]\w/.test(word)) return word
    const accented = [...word].map(letter => accents.get(letter) ?? letter).join('')
    return accented + '~'.repeat(Math.ceil(word.length * 0.4))
  })

function printElements(elements) {
  return elements
    .map(({ type, value, options, offset }) => {
      if (type === TYPE.literal) return quoteBraces(lengthenAndAccentWords(value))
      if (type === TYPE.argument) return `{${value}}`
      if (type === TYPE.number) return `{${value}, number}`
      if (type === TYPE.pound) return '#'
      const cases = Object.entries(options).map(
        ([name, option]) => `${name} {${printElements(option.value)}}`,
      )
      return `{${value}, ${type === TYPE.plural ? 'plural' : 'select'}, ${offset ? `offset:${offset} ` : ''}${cases.join(' ')}}`
    })
    .join('')
}

/** Returns the pseudo-translation of a parsed message. */
export function createPseudoText(elements) {
  const text = printElements(elements)
  return /\p{L}/u.test(text) ? `[${text}]` : text
}
