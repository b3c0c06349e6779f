export const authText = {
  subtitle: 'Log masuk ke akaun anda',
  description: 'Masukkan maklumat anda untuk mengakses sistem',
  email: 'Email',
  password: 'Kata laluan',
  showPassword: 'Tunjuk kata laluan',
  submit: 'Log Masuk',
  submitting: 'Sedang log masuk...',
  failed: 'Login gagal',
  offline: 'Sambungan ke pelayan terputus. Sila semak rangkaian anda dan cuba lagi.',
  logout: 'Log Keluar',
}
