export const unsubscribeText = {
  title: 'Berhenti Menerima Hebahan melalui Email',
  intro:
    'Hebahan tidak lagi dihantar ke email anda. Anda masih menerimanya dalam aplikasi, dan boleh menghidupkan email semula dalam Tetapan. Hebahan penting dan email tentang akaun anda tetap dihantar.',
  submit: 'Berhenti menerima',
  submitting: 'Sedang menyimpan...',
  done: 'Hebahan tidak akan dihantar ke email anda lagi.',
  failed: 'Gagal menyimpan. Sila cuba lagi.',
}
