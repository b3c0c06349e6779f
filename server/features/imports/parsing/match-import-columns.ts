// Recognizes the columns of an uploaded member list by their usual Malay and English headers.
import type { ImportField } from '#shared/contracts/imports/imports.schemas.ts'

const names: Record<ImportField, string> = {
  fullName: 'nama, nama penuh, nama ahli, name, full name, nama pelajar, member name',
  email: 'email, e mel, emel, e mail, alamat email, alamat emel, email address',
  icNumber:
    'no kad pengenalan, kad pengenalan, no kp, nokp, kp, ic, ic number, no ic, ic no, mykad, no mykad, nombor kad pengenalan, nric',
  phone: 'telefon, no telefon, no tel, tel, phone, phone number, no hp, hp, mobile, nombor telefon, whatsapp',
  membershipNumber:
    'no keahlian, no ahli, nombor keahlian, nombor ahli, membership number, member no, member id, id ahli',
  birthState: 'negeri kelahiran, negeri, negeri lahir, birth state, state, tempat lahir',
  currentCountry: 'negara, negara semasa, country, current country',
  clubId: 'kelab, nama kelab, club, club name',
  institution: 'institusi, universiti, univ, university, institution, kolej, college, tempat belajar',
  course: 'kursus, jurusan, course, programme, program, bidang, pengajian, field of study, major',
  educationLevel: 'peringkat pengajian, peringkat, tahap pengajian, education level, level, tahap',
  startYear: 'tahun mula, thn mula, mula, start year, year start, tahun masuk, intake',
  endYear: 'tahun tamat, thn tamat, tamat, end year, graduation year, tahun graduasi, tahun akhir',
}

/** Normalizes a column header: punctuation, spaces and letter case are ignored in comparisons. */
export function normalizeColumnHeader(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const keysByName = new Map(
  Object.entries(names).flatMap(([key, list]) =>
    list.split(/,\s*/).map(name => [name, key as ImportField] as const),
  ),
)

/**
 * Assigns a person field to each column header, by the user's earlier choice or known header names.
 * No person field is assigned to two columns.
 */
export function matchImportColumns(
  headers: string[],
  remembered: Map<string, ImportField | null>,
): (ImportField | null)[] {
  const usedKeys = new Set<ImportField>()
  return headers.map(header => {
    const name = normalizeColumnHeader(header)
    const key = remembered.has(name) ? remembered.get(name) : keysByName.get(name)
    if (!key || usedKeys.has(key)) return null
    usedKeys.add(key)
    return key
  })
}
