// Finds texts of the interface that are not in the page's language.
import type { Page } from '@playwright/test'
import { birthStates, socialPlatforms } from '#shared/form-choices.ts'
import { languageNames, pseudoLanguage, type TextLanguage } from '#shared/language/languages.ts'

/** Words that occur in Malay sentences but not in English ones, so they reveal a Malay text. */
const malayWords =
  /\b(anda|yang|tidak|dan|atau|telah|untuk|dengan|ini|itu|ahli|kelab|dalam|pada|boleh|sila|belum|sudah|daripada|kepada|akan|semua|baharu|gagal|simpan|batal|padam|tambah|cari|tarikh|negara)\b/i
/**
 * Matches texts of the pseudo-language (generated test language), which have accents on every letter that can carry
 * one.
 */
const accents = /[áéíóúýçñšž]/i
const accentedLetters = /[aeiouycnsz]/i

/** Proper names, which are the same in every language and need no translation. */
const sameEverywhere = [
  ...Object.values(languageNames),
  ...socialPlatforms,
  ...birthStates,
  'Perantau',
  'Kelab Perantau',
]

/** Strings in all API responses of a page. The strings are stored data and need no translation. */
export interface ResponseData {
  /** All different string values in the JSON of the API responses, the longest first. */
  values: string[]
  /** Text of all API responses that the page has received, in lower case. */
  all: string
}

function collectValues(node: unknown, values: Set<string>): void {
  // A response text of up to four characters is not treated as data, because it may equal an interface word.
  if (typeof node === 'string' && node.length > 4) values.add(node)
  else if (typeof node === 'object' && node !== null)
    for (const child of Object.values(node)) collectValues(child, values)
}

export function collectTextsOfApiResponses(page: Page): () => ResponseData {
  const values = new Set(sameEverywhere)
  let all = ''
  page.on('response', async response => {
    if (!new URL(response.url()).pathname.startsWith('/api/')) return
    const body = await response.text().catch(() => '')
    all += `${body.toLowerCase()}\n`
    if (/^[[{]/.test(body)) collectValues(JSON.parse(body), values)
  })
  return () => ({ values: [...values].sort((a, b) => b.length - a.length), all })
}

/** Removes strings of API responses from a visible text, so that only interface text remains. */
function removeResponseData(text: string, { values, all }: ResponseData): string {
  let rest = text
  for (const value of values) if (rest.includes(value)) rest = rest.replaceAll(value, ' ')
  const parts = rest.split(/[·:,]/).map(part => part.trim())
  return parts.filter(part => !all.includes(JSON.stringify(part).slice(1, -1).toLowerCase())).join(' · ')
}

/** Lists visible texts and accessible names that are neither data nor in the page's language. */
export async function findUntranslatedTexts(
  page: Page,
  language: TextLanguage,
  data: ResponseData,
): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>()
    /** Stored texts in another language have a `lang` attribute, so they are not reported as untranslated. */
    const isOfPageLanguage = (element: Element) =>
      element.closest<HTMLElement>('[lang]')?.lang === document.documentElement.lang
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent && isOfPageLanguage(parent) && !parent.closest('script, style, noscript'))
        found.add(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        if (isOfPageLanguage(element)) found.add(element.getAttribute(name) ?? '')
    return [...found].map(text => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
  })
  const isInOtherLanguage = (text: string) =>
    language === pseudoLanguage
      ? /\p{L}{4}/u.test(text) && accentedLetters.test(text) && !/[~[]/.test(text) && !accents.test(text)
      : malayWords.test(text)
  return texts.filter(text => isInOtherLanguage(text) && isInOtherLanguage(removeResponseData(text, data)))
}
