export const reauthenticationText = {
  title: 'Sahkan diri anda',
  intro:
    'Sahkan diri anda sekali lagi untuk tindakan ini. Selepas itu, tindakan diteruskan secara automatik.',
  passkey: 'Gunakan passkey',
  passkeyEnded: 'Passkey tidak digunakan. Sila cuba lagi, atau pilih cara lain.',
  or: 'atau',
  password: 'Kata laluan anda',
  showPassword: 'Tunjukkan atau sembunyikan kata laluan',
  code: 'Kod daripada aplikasi, atau kod pemulihan',
  usePassword: 'Gunakan kata laluan',
  useCode: 'Gunakan kod daripada aplikasi',
  submit: 'Sahkan',
  submitting: 'Sedang mengesahkan...',
  cancel: 'Batal',
  google: 'Sahkan dengan Google',
  googleHelp: 'Google dibuka dalam tetingkap lain. Apabila selesai, kembali ke sini.',
  none: 'Akaun ini tidak mempunyai cara untuk mengesahkan diri. Log keluar, kemudian log masuk semula.',
  failed: 'Tidak dapat disahkan. Sila cuba lagi.',
}

export const reauthenticationResultText = {
  title: 'Pengesahan dengan Google',
  done: 'Anda telah disahkan. Tutup tetingkap ini dan kembali ke tetingkap tadi.',
  failed:
    'Pengesahan tidak berjaya. Gunakan akaun Google yang disambungkan di sini. Tutup tetingkap ini dan cuba lagi.',
  unavailable: 'Log masuk dengan Google belum disediakan di sini.',
}
