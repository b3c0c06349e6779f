import { currentTermsVersion } from '#shared/terms.ts'

/** Terms of membership in force. A change of the text must raise the version and be described in `changes`. */
export const membershipTerms = {
  version: currentTermsVersion,
  changes: [
    'Keahlian anda dalam kelab parti ialah maklumat politik yang sensitif. Kini kami meminta persetujuan anda yang jelas untuk menyimpannya.',
    'Tempoh simpanan ditetapkan: permohonan yang ditolak dipadam selepas 12 bulan.',
    'Ahli di bawah 18 tahun tidak dipaparkan kepada ahli lain yang tidak mengenali mereka.',
  ],
  paragraphs: [
    'Maklumat yang anda berikan digunakan untuk mengurus keahlian, kelab dan aktiviti anda, dan tidak dijual atau diserahkan kepada pihak luar.',
    'Permohonan anda disemak oleh pentadbir negara anda atau ibu pejabat. Ahli lain dapat melihat nama, gambar dan kelab anda; nombor telefon dan kad pengenalan anda tidak. Ahli di bawah 18 tahun tidak dipaparkan dalam carian dan direktori.',
    'Keahlian anda dalam kelab parti ialah maklumat politik yang sensitif. Ia disimpan hanya dengan persetujuan anda, yang boleh ditarik balik pada bila-bila masa dengan memadamkan akaun anda.',
    'Nombor kad pengenalan disimpan secara tersulit. Setiap kali seorang pentadbir membukanya, perkara itu direkodkan dan anda boleh melihatnya.',
    'Permohonan yang ditolak dipadam selepas 12 bulan. Maklumat lain disimpan selagi anda menjadi ahli, atau lebih singkat.',
    'Anda mengesahkan bahawa maklumat yang diberikan adalah benar dan milik anda sendiri, atau diberikan dengan izin orang yang didaftarkan.',
    'Anda boleh membetulkan maklumat anda, memuat turun semua data anda, atau memadamkan akaun anda pada bila-bila masa.',
  ],
}

export const termsText = {
  read: 'Baca terma dan syarat',
  versionOf: (version: number) => `Versi ${version}`,
  terms: 'Saya telah membaca dan bersetuju dengan terma dan syarat keahlian',
  consent: 'Saya bersetuju keahlian politik saya disimpan untuk tujuan ini',
}

export const acceptTermsText = {
  title: 'Terma dan Persetujuan Anda',
  intro: 'Sila baca apa yang baharu dan beri persetujuan anda sebelum meneruskan.',
  changes: 'Yang baharu dalam terma ini',
  submit: 'Setuju dan teruskan',
  submitting: 'Sedang menghantar...',
  failed: 'Persetujuan anda tidak dapat disimpan',
  otherwise: 'Jika anda tidak bersetuju, anda masih boleh memuat turun data anda atau memadamkan akaun anda.',
}
