import { formatNumber } from '#web/lib/format/format.ts'

export const registrationText = {
  title: 'Pendaftaran Ahli',
  intro: 'Pilih cara yang paling mudah untuk anda. Setiap permohonan perlu diluluskan oleh pentadbir.',
  google: 'Daftar dengan Google',
  googleTerms: 'Dengan mendaftar melalui Google, anda bersetuju dengan terma dan syarat keahlian.',
  or: 'Atau',
  full: 'Borang penuh',
  fullHelp: 'Semua maklumat sekali gus, kira-kira lima minit. Permohonan terus sedia untuk diluluskan.',
  openFull: 'Isi borang penuh',
  quick: 'Pendaftaran pantas',
  quickHelp: 'Nama, email, negara dan kata laluan dahulu. Selebihnya boleh dilengkapkan kemudian.',
  openQuick: 'Daftar pantas',
  hasAccount: 'Sudah ada akaun?',
  login: 'Log masuk',
  back: 'Kembali',
  submit: 'Hantar pendaftaran',
  submitQuick: 'Daftar',
  submitting: 'Sedang menghantar...',
  submittingQuick: 'Sedang mendaftar...',
  reset: 'Kosongkan borang',
  failed: 'Pendaftaran gagal',
  required: 'Medan bertanda * wajib diisi.',
  progress: (filled: number, all: number) =>
    `${formatNumber(filled)} daripada ${formatNumber(all)} medan diisi`,
  sections: {
    account: 'Akaun',
    personal: 'Maklumat peribadi',
    contact: 'Maklumat hubungan',
    social: 'Media sosial',
    study: 'Pengajian',
  },
  fullNameHelp: 'Seperti dalam kad pengenalan atau pasport',
  usernameHelp: 'Jika dikosongkan, nama pengguna dibuat daripada email',
  emailExample: 'nama@contoh.com',
  password: 'Kata laluan',
  passwordOptional: 'Kata laluan (jika pemohon ada bersama)',
  passwordLater:
    'Biarkan kosong jika pemohon tiada bersama anda: pemohon menetapkan kata laluan dan menerima terma sendiri melalui pautan.',
  inviteTitle: 'Jemput ahli',
  inviteHelp:
    'Beri pautan, kod QR atau email. Orang yang dijemput mengisi maklumatnya, menetapkan kata laluan dan menerima terma sendiri.',
  openInvite: 'Jemput ahli',
  besideIntro: 'Jemput orang lain, atau isi borang untuk orang yang ada bersama anda.',
  icNumberExample: 'xxxxxx-xx-xxxx',
  icNumberHelp: 'Disimpan secara tersulit; hanya dapat dilihat oleh pentadbir yang meluluskan',
  icNumberUnreadable: 'Nombor yang tersimpan tidak dapat dibaca. Sila isi semula.',
  icNumberKept: (masked: string) => `Tersimpan: ${masked}. Biarkan kosong untuk mengekalkannya.`,
  age: 'Umur',
  ageHelp: 'Dikira daripada no. kad pengenalan',
  phoneExample: '+44 7700 900123',
  birthStateSuggested: 'Dicadangkan daripada no. kad pengenalan',
  clubFirstCountry: 'Pilih negara dahulu',
  clubNone: 'Belum ada kelab di negara ini',
  clubLoading: 'Sedang memuatkan kelab…',
  clubFailed: 'Senarai kelab tidak dapat dimuatkan. Anda boleh memilih kelab kemudian.',
  choose: 'Sila pilih',
  platform: 'Platform',
  url: 'Pautan',
  urlExample: 'https://instagram.com/nama',
  addRow: 'Tambah media sosial',
  removeRow: 'Buang baris',
}

export const registeredText = {
  title: 'Pendaftaran diterima',
  next: 'Apa yang berlaku seterusnya',
  ownSteps: [
    'Buka email anda dan tekan pautan yang kami hantar untuk mengesahkan alamat email anda.',
    'Pentadbir negara anda atau ibu pejabat menyemak permohonan anda.',
    'Keputusan dihantar melalui email. Sementara menunggu, anda boleh log masuk untuk melihat status dan melengkapkan maklumat anda.',
  ],
  othersSteps: [
    'Pemohon menerima email dengan pautan untuk mengesahkan alamat emailnya.',
    'Pentadbir negara pemohon atau ibu pejabat menyemak permohonan itu.',
    'Keputusan dihantar kepada pemohon melalui email. Sementara menunggu, pemohon boleh log masuk untuk melihat status dan melengkapkan maklumatnya.',
  ],
  /** Next steps after a registration on servers that do not send mail. */
  ownStepsUnmailed: [
    'Pentadbir negara anda atau ibu pejabat menyemak permohonan anda.',
    'Email tidak dihantar di sini. Log masuk untuk melihat keputusan; sementara menunggu, anda boleh melengkapkan maklumat anda di situ.',
  ],
  othersStepsUnmailed: [
    'Pentadbir negara pemohon atau ibu pejabat menyemak permohonan itu.',
    'Pemohon log masuk untuk melihat keputusan; sementara menunggu, pemohon boleh melengkapkan maklumatnya di situ.',
  ],
  login: 'Log masuk',
  again: 'Daftar orang lain',
  handOver:
    'Email tidak dihantar di sini. Tunjukkan kod ini kepada pemohon, atau berikan pautannya, supaya pemohon menetapkan kata laluan dan menerima terma. Sah selama 7 hari.',
  qr: 'Kod QR untuk pemohon',
}

export const joinText = {
  title: 'Sertai',
  intro:
    'Tetapkan kata laluan anda sendiri dan baca terma kami. Sehingga itu, ahli lain tidak dapat melihat anda.',
  submit: 'Terima dan sertai',
  submitting: 'Sedang menghantar...',
  badLink:
    'Pautan ini tidak sah, sudah digunakan atau sudah luput. Sila minta pautan baharu daripada kelab anda.',
  register: 'Daftar tanpa jemputan',
  invited: (who: string, place: string) => `${who} menjemput anda menyertai ${place}.`,
}

export const completeText = {
  title: 'Lengkapkan maklumat anda',
  titleRejected: 'Betulkan maklumat anda dan mohon semula',
  intro: 'Permohonan yang lengkap lebih cepat diluluskan. Negara semasa diperlukan sebelum kelulusan.',
  reason: 'Sebab penolakan',
  save: 'Simpan',
  saving: 'Sedang menyimpan...',
  saved: 'Maklumat anda telah disimpan.',
  resubmitApplication: 'Simpan dan mohon semula',
  applying: 'Sedang menghantar...',
  failed: 'Maklumat anda tidak dapat disimpan',
  resend: 'Hantar semula pautan',
  resendFailed: 'Pautan tidak dapat dihantar',
  emailNotConfirmed: 'Email anda belum disahkan. Sila semak peti masuk anda.',
}
