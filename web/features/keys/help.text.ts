type GroupMode = 'always' | 'chosen' | 'never'

interface HelpSection {
  id: string
  title: string
  paragraphs: string[]
  /** A word or two, and what there is to say about it. */
  points?: { term: string; text: string }[]
}

export const helpText = {
  lead: 'Mesej dalam perbualan yang disulitkan dikunci pada peranti anda, dan hanya dibuka pada peranti ahli perbualan itu. Pelayan menyimpan dan menghantarnya tanpa dapat membacanya, dan pentadbir sistem juga tidak dapat membacanya.',
  contents: 'Pada halaman ini',
  settings: 'Urus kunci saya dalam Tetapan',
  modes: {
    always: 'Sentiasa disulitkan',
    chosen: 'Boleh disulitkan',
    never: 'Tidak disulitkan',
  } satisfies Record<GroupMode, string>,
}

interface GroupKind {
  name: string
  mode: GroupMode
  text: string
}

export const groupsHelp: { id: string; title: string; note: string; kinds: GroupKind[] } = {
  id: 'kumpulan',
  title: 'Kumpulan mana yang disulitkan',
  kinds: [
    {
      name: 'Perbualan peribadi dan kumpulan yang dicipta ahli',
      mode: 'always',
      text: 'Disulitkan dari mesej pertama. Yang dibuat sebelum penyulitan ada kekal biasa sehingga dihidupkan.',
    },
    {
      name: 'Kumpulan kelab',
      mode: 'chosen',
      text: 'Disulitkan selepas pentadbir kelab menghidupkannya. Selepas itu penyulitan tidak dapat dimatikan lagi. Mesej yang lebih lama kekal seperti sedia ada.',
    },
    {
      name: 'Kumpulan negara dan kumpulan global',
      mode: 'never',
      text: 'Ribuan orang membacanya dan sesiapa antara mereka boleh menyebarkannya, jadi penyulitan di situ hanya perhiasan. Mesejnya dilindungi semasa penghantaran dan simpanan, tetapi pentadbir sistem boleh membacanya.',
    },
  ],
  note: 'Nota dalam setiap perbualan memberitahu anda sama ada perbualan itu disulitkan.',
}

export const helpSections: HelpSection[] = [
  {
    id: 'dilindungi',
    title: 'Apa yang dilindungi',
    paragraphs: [
      'Isi mesej anda: hanya ahli dalam senarai dapat membacanya, dan tiada sesiapa dapat mengubahnya atau menulis atas nama anda tanpa disedari.',
      'Pemberitahuan dan email tidak membawa isi mesej. Carian dalam perbualan yang disulitkan berlaku pada peranti anda sendiri.',
      'Ahli baharu hanya dapat membaca mesej sejak mereka masuk. Ahli yang dikeluarkan tidak dapat membaca apa yang ditulis selepas itu.',
    ],
  },
  {
    id: 'had',
    title: 'Apa yang tidak dilindungi',
    paragraphs: ['Penyulitan ada hadnya. Inilah yang perlu anda tahu sebelum menulis sesuatu yang sulit.'],
    points: [
      {
        term: 'Siapa, bila dan berapa banyak',
        text: 'Pelayan masih nampak siapa berbual dengan siapa, bila, jenis mesej, dan lebih kurang panjangnya.',
      },
      {
        term: 'Ahli yang lain',
        text: 'Sesiapa yang boleh membaca mesej anda boleh juga menyalin atau menangkap gambarnya.',
      },
      {
        term: 'Peranti anda',
        text: 'Sesiapa yang dapat menggunakan peranti anda semasa anda log masuk dapat membaca apa yang anda baca. Kunci skrin peranti anda.',
      },
      {
        term: 'Program ini sendiri',
        text: 'Program yang menyulitkan mesej anda datang daripada pelayan setiap kali laman ini dibuka. Sesiapa yang menguasai pelayan boleh menghantar program yang telah diubah.',
      },
      {
        term: 'Mesej lama jika kunci dicuri',
        text: 'Kunci kumpulan bertukar apabila ahlinya bertukar dan dari semasa ke semasa, tetapi bukan bagi setiap mesej. Sesiapa yang mendapat kunci anda dapat membaca mesej lama anda juga.',
      },
      {
        term: 'Kali pertama',
        text: 'Kunci orang yang baru anda hubungi diterima daripada pelayan dan dipercayai. Untuk pasti tiada orang di tengah, bandingkan nombor keselamatan dengan mereka secara bersemuka atau melalui telefon.',
      },
      {
        term: 'Mesej yang ditahan',
        text: 'Pelayan tidak dapat memalsukan mesej, tetapi boleh menahan, melambatkan atau menyusun semula mesej. Senarai ahli atau kunci yang disorokkan akan ketara apabila mesej yang lain tiba; satu mesej yang hilang tidak semestinya.',
      },
      {
        term: 'Tandatangan anda',
        text: 'Setiap mesej membawa tandatangan anda. Sesiapa yang menerimanya boleh membuktikan kepada orang lain bahawa anda yang menulisnya.',
      },
    ],
  },
  {
    id: 'kunci',
    title: 'Kunci anda',
    paragraphs: [
      'Kunci dibuat pada peranti anda dan disimpan dalam pelayar anda. Pelayan hanya menyimpan satu salinan yang terkunci, yang dibuka dengan frasa pemulihan anda.',
      'Kunci tiada kaitan dengan kata laluan. Jika anda menukar kata laluan, kunci anda kekal; jika orang lain mendapat kata laluan anda, mereka masih tidak dapat membuka mesej anda yang sedia ada.',
      'Pada komputer yang dikongsi, buang kunci dalam Tetapan sebelum anda pergi. Log keluar sahaja tidak membuangnya.',
    ],
  },
  {
    id: 'frasa',
    title: 'Frasa pemulihan',
    paragraphs: [
      'Frasa pemulihan ialah dua belas perkataan Inggeris yang membuka kunci anda pada peranti lain. Frasa itu ditunjukkan sekali sahaja, semasa kunci dibuat. Catat di atas kertas dan simpan seperti anda menyimpan pasport.',
      'Jangan beri frasa anda kepada sesiapa. Tiada pentadbir yang akan memintanya.',
      'Passkey ialah jalan pintas: dengan cap jari, wajah atau PIN peranti, anda membuka kunci tanpa menaip frasa. Passkey tidak menggantikan frasa.',
    ],
  },
  {
    id: 'hilang',
    title: 'Jika frasa anda hilang',
    paragraphs: [
      'Selagi ada satu peranti dengan kunci anda, anda boleh terus membaca dan menulis di situ. Buatlah kunci baharu dalam Tetapan supaya anda mempunyai frasa semula.',
      'Tanpa frasa, passkey dan peranti, mesej lama tidak dapat dibaca lagi. Tiada salinan lain, dan tiada sesiapa dapat mengembalikannya. Dengan kunci baharu anda membaca mesej sejak pentadbir kumpulan mengesahkan anda semula.',
    ],
  },
  {
    id: 'berubah',
    title: 'Apabila kunci seseorang berubah',
    paragraphs: [
      'Anda diberitahu apabila kunci seseorang dalam perbualan anda berubah. Biasanya orang itu kehilangan frasanya dan membuat kunci baharu. Tetapi mungkin juga ada orang lain yang menyamar.',
      'Tanyalah orang itu sendiri, bukan dalam perbualan yang sama, sebelum anda menulis sesuatu yang sulit. Pentadbir kumpulan perlu mengesahkan kunci baharu sebelum mesej dapat dibaca dengannya.',
    ],
  },
  {
    id: 'pesanan',
    title: 'Apa maksud pesanan ini',
    paragraphs: [],
    points: [
      {
        term: 'Menunggu kunci…',
        text: 'Kunci untuk mesej ini belum sampai. Biasanya cukup menunggu sehingga seorang pentadbir kumpulan membuka perbualan itu.',
      },
      {
        term: 'Tidak dapat dinyahsulit pada peranti ini',
        text: 'Mesej ini ditulis untuk kunci yang tiada pada peranti ini, contohnya sebelum anda membuat kunci baharu.',
      },
      {
        term: 'Kunci keselamatan seseorang telah berubah',
        text: 'Orang itu mempunyai kunci baharu. Pastikan dengannya bahawa itu memang dia.',
      },
      {
        term: 'Senarai ahli gagal disahkan — penghantaran dihentikan',
        text: 'Senarai ahli daripada pelayan tidak sepadan dengan apa yang ditandatangani. Tiada apa-apa dihantar. Maklumkan kepada pentadbir anda.',
      },
    ],
  },
]
