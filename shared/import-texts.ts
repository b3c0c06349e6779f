// Malay explanations of why an import row was classified as it was, for the screen and the exported error file.
import {
  type ImportField,
  type ImportReason,
  type ImportReasonCode,
  importFields,
} from '#shared/contracts/imports/imports.schemas.ts'
import { personFields } from '#shared/contracts/users/person-fields.ts'
import { fieldTexts } from './errors.ts'

/** Labels of import columns in the order of the column chooser. */
export const importKeyLabels = {
  ...(Object.fromEntries(importFields.map(key => [key, personFields[key].label])) as Record<
    ImportField,
    string
  >),
  fullName: 'Nama',
  currentCountry: 'Negara',
}

const texts: Record<ImportReasonCode, (field: string, number: number) => string> = {
  bad_field: field => `${field} tidak sah`,
  ic_digits: (_, number) => `No. kad pengenalan mestilah 12 digit; ini ${number} digit`,
  too_young: (_, number) => fieldTexts.tooYoung(number),
  name_missing: () => 'Nama tidak diisi',
  email_missing: () => 'Ahli baharu memerlukan email',
  years_order: () => 'Tahun tamat sebelum tahun mula',
  unknown_country: () => 'Negara tidak dikenali',
  country_closed: () => 'Negara ini tidak dibuka untuk pendaftaran',
  unknown_club: () => 'Kelab tidak dikenali atau tidak aktif',
  outside_scope: () => 'Negara atau kelab ini di luar import ini',
  out_of_reach: () => 'Sudah berdaftar di tempat lain, di luar import ini',
  not_yours: () => 'Maklumat pentadbir tidak diubah melalui import',
  same_line: (_, number) => `Sama dengan baris ${number}`,
  two_people: () => 'Email dan no. kad pengenalan ini milik dua orang yang berlainan',
  number_of_other: () => 'No. keahlian ini milik orang lain',
  number_not_kept: () => 'No. keahlian dalam fail tidak digunakan',
  email_kept: () => 'Email akaun dikekalkan',
  ic_kept: () => 'No. kad pengenalan akaun dikekalkan',
  same_phone: () => 'Nombor telefon sama',
  similar_name: () => 'Nama hampir sama, tahun lahir sama',
  same_name: () => 'Nama sama',
  same_email: () => 'Email sama, tetapi nama berlainan',
  same_number: () => 'No. keahlian sama, tetapi nama dan no. kad pengenalan berlainan',
  no_country: () => 'Tiada negara; perlu ditetapkan sebelum diluluskan',
  taken_meanwhile: () =>
    'Tidak ditambah: sudah berdaftar, atau kelab atau negaranya ditutup, sebelum baris ini ditulis',
  changed_meanwhile: () =>
    'Tidak diubah: orang ini telah berpindah atau maklumatnya berubah sebelum baris ini ditulis',
  touched: () => 'Dikekalkan: sudah digunakan atau diubah selepas import',
}

export function formatImportReason({ code, key, number }: ImportReason): string {
  return texts[code](key ? importKeyLabels[key] : '', number ?? 0)
}
