export const dataText = {
  group: 'Data saya',
  section: 'Salinan data saya',
  action: 'Buka',
  none: 'Belum diminta',
  ready: (day: string) => `Sedia dimuat turun sehingga ${day}`,
  unknown: 'Tidak dapat dimuatkan',
  help: 'Satu fail ZIP dengan semua yang disimpan tentang anda: halaman yang boleh dibaca, JSON, dan fail anda.',
  request: 'Minta salinan data saya',
  again: 'Minta salinan baharu',
  preparing: 'Sedang menyediakan salinan data anda…',
  stay: 'Anda boleh meninggalkan halaman ini; salinan tetap disediakan.',
  download: (size: string) => `Muat turun ZIP (${size})`,
  until: (moment: string) => `Tersedia untuk anda sahaja sehingga ${moment}.`,
  failed: 'Salinan data tidak dapat diminta',
}

export const eraseText = {
  section: 'Padam akaun',
  action: 'Buka',
  state: 'Untuk selama-lamanya',
  help: 'Tiada sesiapa, termasuk pentadbir, dapat mengembalikannya.',
  intro:
    'Akaun anda dipadam serta-merta pada semua peranti. Muat turun data anda dahulu jika anda ingin menyimpannya.',
  open: 'Padam akaun saya',
  title: 'Padam akaun anda?',
  consequences: [
    'Nama, email, nombor, gambar dan semua maklumat profil anda dipadam.',
    'Tempat anda dalam aktiviti yang akan datang diberikan kepada orang lain.',
    'Mesej anda kekal dalam perbualan sebagai “Bekas ahli”, tanpa nama atau nombor anda.',
    'Nombor keahlian anda tidak akan digunakan lagi, dan tidak dapat dikembalikan.',
  ],
  cancel: 'Batal',
  submit: 'Padam selama-lamanya',
  submitting: 'Sedang memadam...',
  failed: 'Akaun anda tidak dapat dipadam',
}
