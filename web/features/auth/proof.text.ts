export const proofText = {
  title: 'Sahkan ini anda',
  intro: 'Untuk tindakan ini, sahkan diri anda sekali lagi. Selepas itu, ia diteruskan secara automatik.',
  passkey: 'Guna passkey',
  passkeyEnded: 'Passkey tidak digunakan. Cuba lagi, atau pilih cara lain.',
  or: 'atau',
  password: 'Kata laluan anda',
  showPassword: 'Tunjuk atau sembunyi kata laluan',
  code: 'Kod daripada aplikasi, atau kod pemulihan',
  usePassword: 'Guna kata laluan',
  useCode: 'Guna kod daripada aplikasi',
  submit: 'Sahkan',
  submitting: 'Sedang mengesahkan...',
  cancel: 'Batal',
  google: 'Sahkan dengan Google',
  googleHelp: 'Google dibuka di tetingkap lain. Apabila selesai, kembali ke sini.',
  none: 'Akaun ini tidak mempunyai cara untuk mengesahkan diri. Log keluar, kemudian log masuk semula.',
  failed: 'Tidak dapat disahkan. Sila cuba lagi.',
}

export const provedText = {
  title: 'Pengesahan dengan Google',
  done: 'Anda telah disahkan. Tutup tetingkap ini dan kembali ke tetingkap yang tadi.',
  failed:
    'Pengesahan tidak berjaya. Gunakan akaun Google yang disambungkan di sini. Tutup tetingkap ini dan cuba lagi.',
  unavailable: 'Log masuk dengan Google belum disediakan di sini.',
}
