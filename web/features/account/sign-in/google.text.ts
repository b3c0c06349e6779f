export const googleText = {
  connected: 'Akaun Google disambungkan. Anda boleh log masuk dengan Google.',
  notConnected: 'Akaun Google belum disambungkan.',
  connect: 'Sambungkan Google',
  disconnect: 'Putuskan sambungan',
  setPasswordFirst:
    'Anda log masuk dengan Google. Tetapkan kata laluan dahulu sebelum memutuskan sambungannya.',
  connectTitle: 'Sambungkan akaun Google',
  connectIntro: 'Sahkan diri anda dahulu, kemudian pilih akaun Google anda.',
  connectSubmit: 'Teruskan ke Google',
  disconnectTitle: 'Putuskan sambungan Google',
  disconnectIntro: 'Selepas ini anda tidak lagi boleh log masuk dengan Google.',
  disconnected: 'Sambungan Google telah diputuskan',
  cancel: 'Batal',
  working: 'Sebentar...',
  unavailable: 'Log masuk dengan Google belum disediakan di sini.',
  notDone: 'Akaun Google tidak disambungkan. Sila cuba lagi.',
  failed: 'Tidak dapat disimpan. Sila cuba lagi.',
}
