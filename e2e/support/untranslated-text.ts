// Finds interface texts that do not follow the language of the page.
import type { Page } from '@playwright/test'
import { languageNames, pseudoLanguage, type TextLanguage } from '#shared/language/languages.ts'

/** Words that Malay sentences contain and English ones do not. */
const malayWords =
  /\b(anda|yang|tidak|dan|atau|telah|untuk|dengan|ini|itu|ahli|kelab|dalam|pada|boleh|sila|belum|sudah|daripada|kepada|akan|semua|baharu|gagal|simpan|batal|padam|tambah|cari|tarikh|negara)\b/i
/** Every text of the pseudo-language has accented letters, unless it has none of the letters that carry accents. */
const accents = /[áéíóúýçñšž]/i
const accentedLetters = /[aeiouycnsz]/i

/** Texts that are the same in every language. */
const sameEverywhere = [...Object.values(languageNames), 'Perantau', 'Kelab Perantau']

/** Collects the strings of all API responses of a page. They are data, which is not translated. */
export function recordResponseData(page: Page): () => string {
  const bodies: string[] = []
  page.on('response', async response => {
    if (new URL(response.url()).pathname.startsWith('/api/'))
      bodies.push(await response.text().catch(() => ''))
  })
  return () => bodies.join('\n').toLowerCase()
}

/** Lists visible texts and accessible names that are neither data nor in the language of the page. */
export async function findUntranslatedTexts(
  page: Page,
  language: TextLanguage,
  data: string,
): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent && !parent.closest('script, style, noscript, [data-user-content]'))
        found.add(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        found.add(element.getAttribute(name) ?? '')
    return [...found].map(text => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
  })
  const isData = (text: string) =>
    data.includes(JSON.stringify(text).slice(1, -1).toLowerCase()) || sameEverywhere.includes(text)
  const isForeign = (text: string) =>
    language === pseudoLanguage
      ? /\p{L}{4}/u.test(text) && accentedLetters.test(text) && !accents.test(text)
      : malayWords.test(text)
  return texts.filter(text => isForeign(text) && !isData(text))
}
