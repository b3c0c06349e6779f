import { formatNumber } from '#web/lib/format/format.ts'

export const searchText = {
  label: 'Cari dalam mesej',
  group: 'Kumpulan',
  allGroups: 'Semua kumpulan',
  person: 'Orang',
  anybody: 'Sesiapa sahaja',
  nobody: 'Tiada orang dijumpai',
  from: 'Dari',
  to: 'Hingga',
  hint: 'Taip satu atau beberapa perkataan, atau sebahagian daripadanya.',
  where: {
    both: 'Apa yang anda taip dihantar kepada pelayan untuk mencari dalam kumpulan yang tidak disulitkan. Kumpulan yang disulitkan dicari pada peranti ini sahaja; pilih salah satunya supaya apa-apa yang anda taip tidak dihantar.',
    server: 'Apa yang anda taip dihantar kepada pelayan, kerana kumpulan ini tidak disulitkan.',
    device: 'Dicari pada peranti ini sahaja. Apa yang anda taip tidak dihantar kepada pelayan.',
  },
  results: 'Mesej yang sepadan',
  none: 'Tiada mesej yang sepadan',
  onServer: 'Mencari pada pelayan…',
  onDevice: (count: number) => `${formatNumber(count)} mesej diperiksa pada peranti ini`,
  further: 'Cari mesej yang lebih lama',
  keyless: 'Kumpulan yang disulitkan tidak dapat dicari di sini sehingga kunci anda ada pada peranti ini.',
  inMessages: (words: string) => `Cari “${words}” dalam mesej`,
}
