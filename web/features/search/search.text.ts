import { formatNumber } from '#web/lib/format/format.ts'
export const searchText = {
  open: 'Cari',
  /** Label of the search field; mentions members only for users who may list them. */
  field: (withPeople: boolean) => (withPeople ? 'Cari ahli, kelab, aktiviti' : 'Cari kelab, aktiviti'),
  results: 'Hasil carian',
  sections: { people: 'Ahli', clubs: 'Kelab', activities: 'Aktiviti' },
  hint: 'Taip sekurang-kurangnya dua huruf.',
  loading: 'Sedang mencari…',
  empty: 'Tiada padanan dijumpai',
  failed: 'Carian tidak dapat dilakukan. Sila cuba lagi.',
  found: (count: number) => `${formatNumber(count)} padanan dijumpai`,
}
