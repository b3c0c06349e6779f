import type { AccountUse } from '#shared/contracts/merging/merging.schemas.ts'
import type { LikelyReason } from '#shared/contracts/users/likely-person.schemas.ts'
import { formatNumber } from '#web/lib/format/format.ts'

export const reasonTexts: Record<LikelyReason, string> = {
  same_phone: 'Nombor telefon sama',
  similar_name: 'Nama hampir sama, tahun lahir sama',
  same_name: 'Nama sama',
}

export const accountUseTexts: Record<AccountUse, string> = {
  active: 'Digunakan oleh pemiliknya',
  possible: 'Ada kata laluan, belum aktif',
  none: 'Belum pernah log masuk',
}

export const pairsText = {
  open: 'Akaun serupa',
  title: 'Mungkin orang yang sama',
  help: 'Pasangan ini dijumpai melalui nama, tahun lahir dan nombor telefon. Semak sebelum menggabungkan; yang bukan orang yang sama tidak akan dipaparkan lagi.',
  empty: 'Tiada akaun yang serupa sekarang.',
  look: 'Semak dan gabungkan',
  lookAt: (one: string, other: string) => `Semak dan gabungkan ${one} dengan ${other}`,
  different: 'Bukan orang yang sama',
  differentNames: (one: string, other: string) => `${one} dan ${other} bukan orang yang sama`,
  dismissed: 'Direkodkan sebagai dua orang berlainan',
  dismissFailed: 'Pilihan anda tidak dapat disimpan',
  more: 'Tunjukkan lagi',
  registered: (day: string) => `Didaftarkan ${day}`,
}

export const mergeText = {
  title: 'Gabungkan dua akaun',
  kept: 'Dikekalkan',
  gone: 'Digabungkan ke dalamnya',
  swap: 'Tukar akaun yang dikekalkan',
  mustWake:
    'Akaun yang akan hilang tidak aktif, tetapi pernah digunakan oleh ahli. Aktifkan semula dahulu: pemiliknya mesti ditanya sebelum perbualannya diserahkan.',
  mustSwap:
    'Akaun yang digunakan untuk log masuk mesti dikekalkan. Cara log masuk tidak pernah dipindahkan ke akaun lain.',
  fields: 'Maklumat yang dikekalkan',
  fieldsHelp: 'Pilih satu bagi setiap baris. Email dan cara log masuk mengikut akaun yang dikekalkan.',
  empty: 'Tiada',
  photograph: (name: string) => `Gambar ${name}`,
  has: 'Rekod akaun',
  activities: (count: number) => `${formatNumber(count)} aktiviti`,
  groups: (count: number) => `${formatNumber(count)} kumpulan`,
  messages: (count: number) => `${formatNumber(count)} mesej`,
  announcements: (count: number) => `${formatNumber(count)} hebahan`,
  offices: (count: number) => `${formatNumber(count)} jawatan`,
  what: 'Apa yang berlaku',
  effects: [
    'Sejarah, aktiviti, kumpulan, mesej, hebahan dan jejak audit kedua-dua akaun menjadi milik akaun yang dikekalkan; tiada apa-apa yang dikira dua kali.',
    'Peranan dan cara log masuk akaun yang dikekalkan tidak berubah. Akaun yang satu lagi dilog keluar daripada semua peranti.',
    'No. keahlian yang tidak dipilih dimansuhkan dan tidak akan diberikan kepada sesiapa lagi.',
    'Perbualan peribadi yang disulitkan tidak dapat dipindahkan: kuncinya hanya ada pada peranti akaun itu. Perbualan itu ditutup, dan dalam kumpulan yang disulitkan pentadbirnya perlu memasukkan akaun yang dikekalkan.',
  ],
  needsOwners:
    'Kedua-dua akaun digunakan. Pemilik kedua-duanya akan diminta mengesahkan dahulu; tiada apa-apa yang berubah sebelum itu.',
  ask: 'Minta pengesahan pemilik',
  merge: 'Gabungkan akaun',
  sure: (gone: string, kept: string) =>
    `Akaun ${gone} akan menjadi sebahagian daripada akaun ${kept}. Ini tidak boleh dibuat asal.`,
  cancel: 'Batal',
  merged: 'Dua akaun telah digabungkan',
  asked: 'Pengesahan telah diminta daripada kedua-dua pemilik',
  failed: 'Akaun tidak dapat digabungkan',
  waiting: (day: string) => `Menunggu pengesahan pemilik sehingga ${day}.`,
  confirmed: (name: string) => `${name} sudah mengesahkan.`,
  withdraw: 'Tarik balik permintaan',
  withdrawn: 'Permintaan telah ditarik balik',
  withdrawFailed: 'Permintaan tidak dapat ditarik balik',
  gonePair: 'Salah satu akaun ini tiada lagi, atau di luar kawasan anda.',
  back: 'Kembali ke senarai',
}

export const ownText = {
  title: 'Gabungkan akaun anda',
  help: 'Anda mungkin mempunyai dua akaun. Tiada apa-apa yang berubah sebelum anda mengesahkan dalam kedua-duanya.',
  asks: (by: string, other: string) =>
    `${by} bertanya sama ada akaun ${other} juga milik anda, dan ingin menggabungkan kedua-duanya.`,
  kept: 'Akaun ini akan dikekalkan.',
  gone: 'Akaun ini akan menjadi sebahagian daripada akaun yang satu lagi, dan anda akan dilog keluar daripadanya.',
  until: (day: string) => `Jawab sebelum ${day}.`,
  confirm: 'Ya, kedua-duanya milik saya',
  decline: 'Bukan milik saya',
  confirmed: 'Anda sudah mengesahkan di sini. Log masuk ke akaun yang satu lagi dan sahkan juga di sana.',
  done: 'Pengesahan anda telah diterima',
  failed: 'Pengesahan anda tidak dapat disimpan',
  declined: 'Akaun anda tidak akan digabungkan',
}
