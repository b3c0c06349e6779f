export const forgotText = {
  title: 'Lupa Kata Laluan',
  intro: 'Masukkan email anda. Kami akan menghantar pautan untuk menetapkan kata laluan baharu.',
  submit: 'Hantar pautan',
  submitting: 'Sedang menghantar...',
  failed: 'Permintaan anda tidak dapat dihantar',
  back: 'Kembali ke log masuk',
}

export const resetText = {
  title: 'Tetapkan Kata Laluan Baharu',
  intro: 'Semua peranti yang sedang log masuk akan dilog keluar.',
  password: 'Kata laluan baharu',
  submit: 'Simpan kata laluan',
  submitting: 'Sedang menyimpan...',
  failed: 'Kata laluan tidak dapat ditukar',
  badLink: 'Pautan ini tidak lengkap. Sila buka semula pautan dalam email anda, atau minta pautan baharu.',
  again: 'Minta pautan baharu',
  login: 'Log masuk',
}

export const confirmText = {
  title: 'Sahkan Email',
  waiting: 'Sedang mengesahkan email anda…',
  failed: 'Email anda tidak dapat disahkan',
  onward: 'Teruskan',
}
