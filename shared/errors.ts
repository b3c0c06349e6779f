/** What a person reads for each refusal; the keys are the `code` of an error answer. */
export const errorTexts = {
  bad_input: 'Maklumat yang dihantar tidak sah. Sila semak dan cuba lagi.',
  bad_json: 'Permintaan tidak dapat dibaca. Sila cuba lagi.',
  unauthenticated: 'Sila log masuk untuk meneruskan.',
  login_failed: 'Email atau kata laluan tidak betul.',
  too_many_attempts: 'Terlalu banyak percubaan. Sila cuba lagi sebentar lagi.',
  forbidden: 'Anda tidak mempunyai kebenaran untuk tindakan ini.',
  not_active: 'Akaun anda belum aktif.',
  bad_origin: 'Permintaan ini datang dari laman lain dan telah ditolak.',
  not_found: 'Perkara yang dicari tidak dijumpai.',
  conflict: 'Maklumat ini bercanggah dengan rekod yang sedia ada.',
  already_registered:
    'Email, nama pengguna atau nombor kad pengenalan ini sudah berdaftar. Jika ini akaun anda, sila log masuk.',
  bad_link: 'Pautan ini tidak sah, sudah digunakan atau sudah luput. Sila minta pautan baharu.',
  not_rejected: 'Hanya permohonan yang ditolak boleh dihantar semula.',
  set_by_admin: 'Nama, nombor kad pengenalan, negara dan kelab hanya boleh diubah oleh pentadbir.',
  too_large: 'Data yang dihantar terlalu besar.',
  unsupported_type: 'Jenis kandungan ini tidak diterima.',
  file_type_refused: 'Jenis fail ini tidak diterima, atau fail ini rosak.',
  file_too_large: 'Fail ini terlalu besar.',
  too_many_files: 'Terlalu banyak fail. Simpan borang ini dahulu, kemudian cuba lagi.',
  timeout: 'Permintaan mengambil masa terlalu lama. Sila cuba lagi.',
  unavailable: 'Sistem tidak dapat dicapai buat sementara waktu. Sila cuba lagi sebentar lagi.',
  internal: 'Berlaku masalah pada sistem. Sila cuba lagi.',
} as const

export type ErrorCode = keyof typeof errorTexts
