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

export const denySignInText = {
  title: 'Bukan Anda?',
  intro:
    'Ada log masuk ke akaun anda daripada peranti yang belum kami kenali. Jika itu bukan anda, tekan butang di bawah. Kemudian:',
  steps: [
    'Peranti itu dilog keluar serta-merta.',
    'Semua peranti tidak lagi dipercayai; kod langkah kedua diminta semula di mana-mana.',
    'Anda menetapkan kata laluan baharu.',
  ],
  submit: 'Log keluar peranti itu',
  submitting: 'Sedang log keluar...',
  itWasMe: 'Ini memang saya',
  failed: 'Peranti itu tidak dapat dilog keluar',
  moved:
    'Peranti itu telah dilog keluar. Email akaun ini sudah ditukar, jadi kata laluan tidak dapat ditetapkan dari sini. Hubungi pentadbir kelab anda dengan segera.',
  forgot: 'Tetapkan kata laluan baharu',
}

export const confirmText = {
  title: 'Sahkan Email',
  waiting: 'Sedang mengesahkan email anda…',
  failed: 'Email anda tidak dapat disahkan',
  onward: 'Teruskan',
}
