import { formatNumber } from '#web/lib/format/format.ts'

export const filesText = {
  drop: 'Seret fail ke sini, atau',
  chooseFiles: 'pilih fail',
  remove: (name: string) => `Buang ${name}`,
  uploading: (name: string) => `Memuat naik ${name}`,
  uploadFailed: 'Gagal memuat naik. Buang fail ini atau cuba lagi.',
  retry: (name: string) => `Cuba lagi ${name}`,
  tooMany: (maximum: number) => `Paling banyak ${formatNumber(maximum)} fail.`,
  tooLarge: 'Fail ini terlalu besar. Sila pilih fail yang lebih kecil.',
}
