// The screens of the program, and what tells each from all others.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A few words that only this screen shows; where a phone has others, those too. */
const contentOf: Record<string, string | RegExp> = {
  '/dashboard': '5 negara teratas',
  '/analytics': 'Pertumbuhan keahlian',
  '/web-analytics': 'Pertumbuhan keahlian',
  '/communication-analytics': 'Garis masa mesej',
  '/audit': /Jenis tindakan|Tapis/,
  '/outbox': /Penerima|Dihantar/,
  '/data-register': 'Terma dan persetujuan',
  '/register': 'Isi borang penuh',
  '/members': 'Ahli baharu bulan ini',
  '/clubs': 'Taburan mengikut negara',
  '/activities': 'Berlangsung',
  '/announcements': 'Berita daripada kelab',
  '/communication': 'Selamat datang ke Komunikasi',
  '/communication/search': 'Taip satu atau beberapa perkataan',
  '/member-approval': 'Permohonan yang menunggu',
  '/user-management': 'Pengurusan Peranan',
  '/offices': 'Jawatan tanpa pemegang',
  '/duplicates': 'Pasangan ini dijumpai',
  '/notifications': 'Belum dibaca',
  '/profile': 'Pilih gambar',
  '/settings': 'Pengesahan dua langkah',
}

export async function expectContent(page: Page, path: string): Promise<void> {
  const words = contentOf[path]
  if (words) await expect.soft(page.locator('main')).toContainText(words)
}

/** As a link inside the program would: without loading everything anew. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(address => {
    window.history.pushState({}, '', address)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
