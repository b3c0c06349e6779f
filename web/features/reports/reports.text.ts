import type { Verdict } from '#web/lib/e2ee/trust.ts'
import { showNumber } from '#web/lib/format.ts'

export const reportsText = {
  link: (count: number) => `Laporan mesej, ${showNumber(count)} menunggu keputusan`,
  list: 'Laporan yang menunggu keputusan anda',
  hint: 'Mesej yang disembunyikan tidak lagi dipaparkan kepada sesiapa. Pengirimnya diberitahu sebabnya, dan orang yang melaporkannya diberitahu keputusannya.',
  empty: 'Tiada laporan yang menunggu keputusan anda',
  more: 'Muatkan lagi',
  direct: 'Perbualan peribadi',
  saidIn: (group: string, moment: string) => `${group} · ${moment}`,
  reported: (reason: string, ago: string) => `Dilaporkan ${ago}: ${reason}`,
  by: (name: string) => `Dilaporkan oleh ${name}`,
  checking: 'Sedang menyemak tandatangan…',
  verified: 'Tandatangan disahkan',
  foreign: 'Kunci tidak sepadan dengan yang anda kenal',
  unproven: 'Tidak dapat disahkan',
  unprovenHint:
    'Kandungan yang dihantar bukan mesej yang disimpan, atau tidak ditandatangani oleh pengirimnya.',
  verdicts: {
    same: 'Ditandatangani dengan kunci yang anda kenal sebagai kunci orang ini.',
    first: 'Anda belum pernah bertemu kunci orang ini: bahawa kunci itu miliknya ialah kata pelayan.',
    older: 'Ditandatangani dengan kunci lama orang ini, sebelum kunci yang anda kenal.',
    newer: 'Ditandatangani dengan kunci yang lebih baharu, yang belum anda terima.',
    swapped: 'Anda mengenal orang ini dengan kunci lain. Tanya mereka sebelum membuat keputusan.',
  } satisfies Record<Verdict, string>,
  hide: 'Sembunyikan mesej',
  hideHint: 'Pilih sebab yang akan diberitahu kepada pengirimnya. Tindakan ini tidak boleh diundur.',
  hidden: 'Mesej disembunyikan',
  hideFailed: 'Gagal menyembunyikan mesej',
  dismiss: 'Tolak laporan',
  dismissed: 'Laporan ditolak',
  dismissFailed: 'Gagal menolak laporan',
  reason: 'Sebab',
  cancel: 'Batal',
}
