import type { KeyVerdict } from '#web/lib/e2ee/trust/trust.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export const reportsText = {
  link: (count: number) => `Laporan mesej, ${formatNumber(count)} menunggu keputusan`,
  list: 'Laporan yang menunggu keputusan anda',
  hint: 'Mesej yang disembunyikan tidak lagi dipaparkan kepada sesiapa. Pengirimnya dimaklumkan sebabnya, dan orang yang melaporkannya dimaklumkan keputusannya.',
  empty: 'Tiada laporan yang menunggu keputusan anda',
  more: 'Tunjukkan lagi',
  direct: 'Perbualan peribadi',
  saidIn: (group: string, moment: string) => `${group} · ${moment}`,
  reported: (reason: string, ago: string) => `Dilaporkan ${ago}: ${reason}`,
  by: (name: string) => `Dilaporkan oleh ${name}`,
  openFile: {
    image: (name: string) => `Lihat gambar: ${name}`,
    voice: () => 'Dengar rakaman suara',
    document: (name: string) => `Buka fail: ${name}`,
  },
  saveFile: (name: string) => `Muat turun ${name}`,
  picture: (name: string) => `Gambar yang dilaporkan: ${name}`,
  fileGone: 'Fail ini tidak dapat dibuka, atau bukan yang dihantar oleh pengirimnya.',
  checking: 'Sedang menyemak tandatangan…',
  verified: 'Tandatangan disahkan',
  foreign: 'Kunci tidak sepadan dengan yang anda kenal',
  unproven: 'Tidak dapat disahkan',
  unprovenHint:
    'Kandungan yang dihantar bukan mesej yang disimpan, atau tidak ditandatangani oleh pengirimnya.',
  verdicts: {
    same: 'Ditandatangani dengan kunci yang anda kenal sebagai kunci orang ini.',
    first: 'Kunci orang ini baharu bagi anda; hanya pelayan yang mengatakan kunci itu miliknya.',
    older: 'Ditandatangani dengan kunci lama orang ini, sebelum kunci yang anda kenal.',
    newer: 'Ditandatangani dengan kunci yang lebih baharu, yang belum anda terima.',
    swapped: 'Anda mengenal orang ini dengan kunci lain. Tanya orang itu dahulu sebelum membuat keputusan.',
  } satisfies Record<KeyVerdict, string>,
  hide: 'Sembunyikan mesej',
  hideHint: 'Pilih sebab yang akan dimaklumkan kepada pengirimnya. Tindakan ini tidak boleh dibuat asal.',
  hidden: 'Mesej disembunyikan',
  hideFailed: 'Gagal menyembunyikan mesej',
  dismiss: 'Tolak laporan',
  dismissed: 'Laporan ditolak',
  dismissFailed: 'Gagal menolak laporan',
  reason: 'Sebab',
  cancel: 'Batal',
}
