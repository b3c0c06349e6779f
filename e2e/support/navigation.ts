// Opens screens of the client and recognizes each screen by a text.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Text by which tests recognize each screen, by path. A pattern matches both texts if phones show a different
 * one.
 */
const screenTexts: Record<string, string | RegExp> = {
  '/dashboard': '5 negara teratas',
  '/analytics': 'Pertumbuhan keahlian',
  '/web-analytics': 'Pertumbuhan keahlian',
  '/communication-analytics': 'Garis masa mesej',
  '/audit': /Jenis tindakan|Tapis/,
  '/outbox': /Penerima|Dihantar|Menunggu/,
  '/data-register': 'Terma dan persetujuan',
  '/register': 'Isi borang penuh',
  '/members': 'Ahli baharu bulan ini',
  '/clubs': 'Taburan mengikut negara',
  '/activities': 'Akan datang',
  '/announcements': 'Berita daripada kelab',
  '/communication': 'Selamat datang ke Komunikasi',
  '/communication/search': 'Kata carian dihantar',
  '/member-approval': 'Permohonan yang menunggu',
  '/user-management': 'Jumlah pengguna',
  '/offices': 'Jawatan tanpa pemegang',
  '/segments': 'Syarat yang disimpan',
  '/duplicates': 'Pasangan ini dijumpai',
  '/notifications': 'Belum dibaca',
  '/profile': 'Pilih gambar',
  '/settings': 'Pengesahan dua langkah',
}

export async function expectScreenText(page: Page, path: string): Promise<void> {
  const expectedText = screenTexts[path]
  if (expectedText) await expect.soft(page.locator('main')).toContainText(expectedText)
}

/** Navigates within the client, as a link would, without reloading the page. */
export async function navigateWithoutPageReload(page: Page, path: string): Promise<void> {
  await page.evaluate(url => {
    window.history.pushState({}, '', url)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
