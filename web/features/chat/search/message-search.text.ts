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
  hint: 'Taip satu atau beberapa perkataan, atau sebahagian daripadanya. Kumpulan yang tidak disulitkan dicari pada pelayan. Yang disulitkan dicari pada peranti anda sendiri, jadi tiada sesiapa tahu apa yang anda cari.',
  results: 'Mesej yang sepadan',
  none: 'Tiada mesej yang sepadan',
  onServer: 'Mencari pada pelayan…',
  onDevice: (count: number) => `${formatNumber(count)} mesej diperiksa pada peranti ini`,
  further: 'Cari mesej yang lebih lama',
  keyless: 'Kumpulan yang disulitkan tidak dapat dicari di sini sehingga kunci anda ada pada peranti ini.',
  inMessages: (words: string) => `Cari “${words}” dalam mesej`,
}
