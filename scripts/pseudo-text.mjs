// Makes the texts of the pseudo-language: English with accented letters, 40 % longer and in brackets.
// A text without accents was not translated; a missing bracket was cut off.
import { TYPE } from '@formatjs/icu-messageformat-parser'

const accents = new Map(
  [...'aáeéiíoóuúyýAÁEÉIÍOÓUÚcçnñsšzž']
    .map((letter, index, all) => [letter, all[index + 1]])
    .filter((_, index) => index % 2 === 0),
)
const quoteBraces = text => text.replace(/[{}]/g, "'$&'")

/** Replaces letters by accented ones, except in URLs and names in capitals such as SMTP_URL. */
const accentWords = text =>
  text.replace(/\S+/g, word =>
    /^[A-Z_]{3,}$|:\/\/|[@/]\w/.test(word)
      ? word
      : [...word].map(letter => accents.get(letter) ?? letter).join(''),
  )

function printElements(elements) {
  return elements
    .map(({ type, value, options, offset }) => {
      if (type === TYPE.literal) return quoteBraces(accentWords(value))
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
export function toPseudoText(elements) {
  const text = printElements(elements)
  const length = elements.reduce(
    (sum, { type, value }) => sum + (type === TYPE.literal ? value.length : 8),
    0,
  )
  if (!/\p{L}/u.test(text)) return text
  return `[${text}${' ~'.repeat(Math.ceil((length * 0.4) / 2))}]`
}
