/** What a person reads for each refusal; the keys are the `code` of an error answer. */
export const errorTexts = {
  bad_input: 'Maklumat yang dihantar tidak sah. Sila semak dan cuba lagi.',
  missing_body: 'Tiada maklumat diterima. Sila lengkapkan maklumat dan hantar semula.',
  bad_json: 'Permintaan tidak dapat dibaca. Sila cuba lagi.',
  unauthenticated: 'Sila log masuk untuk meneruskan.',
  login_failed: 'Email atau kata laluan tidak betul.',
  too_many_attempts: 'Terlalu banyak percubaan. Sila cuba sebentar lagi.',
  forbidden: 'Anda tidak mempunyai kebenaran untuk tindakan ini.',
  not_active: 'Akaun anda belum aktif.',
  bad_origin: 'Permintaan ini datang dari laman lain dan telah ditolak.',
  not_found: 'Perkara yang dicari tidak dijumpai.',
  conflict: 'Maklumat ini bercanggah dengan rekod yang sedia ada.',
  already_registered:
    'Email, nama pengguna atau nombor kad pengenalan ini sudah berdaftar. Jika ini akaun anda, sila log masuk.',
  email_taken: 'Email ini tidak boleh digunakan. Sila pilih email lain.',
  confirm_first: 'Sila sahkan diri anda dengan Google dahulu.',
  bad_link: 'Pautan ini tidak sah, sudah digunakan atau sudah luput. Sila minta pautan baharu.',
  not_pending: 'Permohonan ini sudah diputuskan.',
  not_active_user: 'Hanya akaun yang aktif boleh dinyahaktifkan.',
  not_inactive_user: 'Hanya akaun yang tidak aktif boleh diaktifkan semula.',
  country_missing: 'Tetapkan negara pemohon ini dahulu sebelum meluluskannya.',
  last_admin: 'Sekurang-kurangnya seorang Pentadbir Sistem yang aktif mesti kekal.',
  too_deep: 'Senarai ini terlalu panjang untuk dibuka pada halaman ini. Sila tapis dahulu.',
  too_many_rows: 'Lebih daripada 50,000 baris. Sila tapis dahulu, atau eksport sebagai CSV.',
  club_exists:
    'Kelab dengan nama ini sudah wujud di bandar dan negara tersebut. Sila gunakan kelab itu atau pilih nama lain.',
  club_inactive: 'Kelab ini tidak aktif dan tidak menerima aktiviti baharu.',
  not_planned: 'Hanya aktiviti yang masih dirancang boleh disertai atau ditinggalkan.',
  wrong_transition: 'Status aktiviti ini tidak boleh ditukar begitu.',
  activity_begun: 'Tarikh, had peserta dan kelab tidak boleh diubah selepas aktiviti bermula.',
  places_taken: 'Had peserta tidak boleh kurang daripada bilangan peserta yang sudah disahkan.',
  attendance_too_early: 'Kehadiran hanya boleh ditandakan selepas aktiviti bermula.',
  club_has_members: 'Kelab yang mempunyai ahli tidak boleh dipindahkan ke negara lain.',
  unreadable_number: 'Nombor kad pengenalan ini tidak dapat dibaca. Sila maklumkan kepada pentadbir sistem.',
  not_rejected: 'Hanya permohonan yang ditolak boleh dihantar semula.',
  set_by_admin: 'Nama, nombor kad pengenalan, negara dan kelab hanya boleh diubah oleh pentadbir.',
  too_large: 'Data yang dihantar terlalu besar.',
  unsupported_type: 'Jenis kandungan ini tidak diterima.',
  file_type_refused: 'Jenis fail ini tidak diterima, atau fail ini rosak.',
  file_too_large: 'Fail ini terlalu besar.',
  too_many_files: 'Terlalu banyak fail. Simpan borang ini dahulu, kemudian cuba lagi.',
  system_group: 'Kumpulan ini diurus oleh sistem dan tidak boleh diubah.',
  direct_group: 'Perbualan peribadi antara dua orang tidak boleh diubah.',
  not_group_owner: 'Hanya pemilik atau pentadbir kumpulan boleh melakukan tindakan ini.',
  group_closed: 'Kumpulan ini sudah ditutup.',
  group_full: 'Kumpulan ini sudah penuh. Had ialah 500 ahli.',
  report_decided: 'Laporan ini sudah diputuskan.',
  message_hidden: 'Mesej ini sudah disembunyikan.',
  too_fast: 'Anda menghantar terlalu cepat. Sila tunggu sebentar.',
  'sender-mismatch': 'Mesej ini dihantar atas nama orang lain dan telah ditolak.',
  'plaintext-refused':
    'Kumpulan ini disulitkan hujung ke hujung. Mesej biasa tidak diterima; sila gunakan aplikasi terkini.',
  'stale-epoch': 'Kunci kumpulan telah berubah. Mesej akan dihantar semula dengan kunci baharu.',
  never_encrypted: 'Kumpulan negara dan kumpulan global tidak boleh disulitkan hujung ke hujung.',
  roster_moved: 'Senarai ahli telah berubah. Sila cuba lagi.',
  keys_used: 'Kunci ini sudah digunakan dalam perbualan dan tidak dapat ditarik balik.',
  roster_still_kept:
    'Masih ada ahli dalam senarai pembaca yang boleh memasukkan anda. Minta mereka membuka kumpulan ini.',
  vault_moved: 'Peranti lain telah menyimpan yang lebih baharu. Sila cuba lagi.',
  keys_moved: 'Kunci anda telah diperbaharui pada peranti lain. Sila muat semula halaman ini.',
  not_encrypted: 'Panggilan hanya boleh dibuat dalam perbualan yang disulitkan hujung ke hujung.',
  call_full: 'Panggilan ini sudah penuh. Had ialah enam orang.',
  in_another_call: 'Anda sedang berada dalam panggilan lain. Tamatkan panggilan itu dahulu.',
  timeout: 'Permintaan mengambil masa terlalu lama. Sila cuba lagi.',
  unavailable: 'Sistem tidak dapat dicapai buat sementara waktu. Sila cuba sebentar lagi.',
  internal: 'Berlaku masalah pada sistem. Sila cuba lagi.',
} as const

export type ErrorCode = keyof typeof errorTexts

/** What is wrong with one field, where only the server can know. */
export const fieldTexts = {
  tooFewPlaces: (confirmed: number) =>
    `Sudah ada ${confirmed} peserta yang disahkan. Had tidak boleh kurang daripada itu.`,
  endsBeforeStart: 'Tarikh tamat tidak boleh lebih awal daripada tarikh mula',
  clubElsewhere: 'Kelab ini bukan di negara yang dipilih',
  clubNotOpen: 'Sila pilih kelab yang aktif di negara tersebut',
  nobodyChosen: 'Pilih sekurang-kurangnya seorang',
  choseOneself: 'Pilih orang lain',
  adminNotMember: 'Pentadbir mestilah ahli aktif kelab ini',
  invalid: 'Nilai tidak sah',
  commonPassword: 'Kata laluan ini terlalu biasa. Sila pilih yang lain.',
  wrongPassword: 'Kata laluan semasa tidak betul',
  passwordMissing: 'Kata laluan diperlukan',
} as const

/** What a call that went well says in so many words. */
export const answerTexts = {
  emailChangeAsked: 'Pautan pengesahan telah dihantar ke alamat baharu. Sila semak peti masuknya.',
  resetAsked:
    'Jika email ini berdaftar, pautan untuk menetapkan kata laluan baharu telah dihantar kepadanya.',
  passwordReset: 'Kata laluan anda telah ditukar. Sila log masuk dengan kata laluan baharu.',
  appliedAgain: 'Permohonan anda telah dihantar semula. Sila tunggu kelulusan pentadbir.',
  registered: 'Pendaftaran berjaya dihantar. Sila tunggu kelulusan pentadbir.',
  emailConfirmed: 'Email anda telah disahkan. Terima kasih.',
  confirmationSent: 'Pautan pengesahan telah dihantar ke email anda.',
} as const
