import { formerMember } from '#shared/labels.ts'

export const auditText = {
  caption: 'Jejak audit',
  when: 'Masa',
  what: 'Tindakan',
  who: 'Oleh',
  whom: 'Terhadap',
  empty: 'Tiada peristiwa dijumpai berdasarkan kriteria carian',
  system: 'Sistem atau pelawat',
  nobody: '–',
  former: formerMember,
  kind: 'Jenis tindakan',
  allKinds: 'Semua tindakan',
  person: 'Orang',
  from: 'Dari tarikh',
  to: 'Hingga tarikh',
  onlyPerson: (name: string) => `Tunjukkan hanya ${name}`,
  clear: 'Kosongkan penapis',
}
