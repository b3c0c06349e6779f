import { formatNumber } from '#web/lib/format/format.ts'

export const helpText = {
  title: 'Panduan',
  search: 'Cari dalam panduan',
  guides: 'Panduan untuk siapa',
  contents: 'Dalam panduan ini',
  results: 'Hasil carian',
  found: (count: number) => `${formatNumber(count)} bahagian dijumpai`,
  nothing: 'Tiada bahagian yang sepadan. Cuba perkataan lain, atau tanya pentadbir kelab anda.',
}
