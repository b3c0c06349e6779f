type GroupMode = 'always' | 'chosen' | 'never'

interface HelpSection {
  id: string
  title: string
  paragraphs: string[]
  /** Encryption terms of the help section, with their explanations. */
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
      text: 'Disulitkan sejak mesej pertama. Aplikasi ini tidak menghantar mesej tanpa penyulitan di situ, dan mesej tanpa penyulitan tidak dipaparkan sebagai mesej ahli.',
    },
    {
      name: 'Kumpulan kelab',
      mode: 'chosen',
      text: 'Disulitkan selepas pentadbir kelab menghidupkannya. Selepas itu penyulitan tidak dapat dimatikan lagi. Mesej yang lebih lama kekal seperti sedia ada dan ditandakan. Ahli yang diluluskan kelab dimasukkan ke dalam senarai pembaca secara automatik oleh pelayar pentadbir senarai, dan setiap kemasukan ditunjukkan dalam perbualan. Paling banyak 500 orang boleh membacanya.',
    },
    {
      name: 'Kumpulan negara dan kumpulan global',
      mode: 'never',
      text: 'Ribuan orang membacanya dan sesiapa antara mereka boleh menyebarkannya, jadi penyulitan di situ tidak melindungi apa-apa. Mesejnya dilindungi semasa penghantaran; pentadbir sistem boleh membacanya.',
    },
  ],
  note: 'Nota dalam setiap perbualan memberitahu anda sama ada perbualan itu disulitkan.',
}

export const helpSections: HelpSection[] = [
  {
    id: 'dilindungi',
    title: 'Apa yang dilindungi',
    paragraphs: [
      'Isi mesej anda: hanya ahli dalam senarai pembaca dapat membacanya. Setiap mesej membawa tandatangan pengirimnya. Mesej yang diubah oleh pelayan, atau ditulis atas nama orang lain, tidak dipaparkan sebagai mesejnya.',
      'Pemberitahuan dan email tidak membawa isi mesej yang disulitkan. Carian dalam perbualan yang disulitkan berlaku pada peranti anda. Untuk kumpulan yang tidak disulitkan, kata carian dihantar kepada pelayan.',
      'Ahli baharu tidak menerima kunci untuk mesej sebelum mereka masuk. Ahli yang dikeluarkan tidak menerima kunci untuk mesej selepas itu.',
    ],
  },
  {
    id: 'had',
    title: 'Apa yang tidak dilindungi',
    paragraphs: ['Penyulitan ada hadnya. Inilah yang perlu anda tahu sebelum menulis sesuatu yang sulit.'],
    points: [
      {
        term: 'Siapa, bila dan berapa banyak',
        text: 'Pelayan masih dapat melihat siapa berbual dengan siapa, bila, jenis mesej, dan lebih kurang panjangnya; juga siapa yang disebut dengan @, supaya mereka dapat dimaklumkan, dan mesej mana yang disunting, dipadam atau diberi reaksi, tetapi bukan kata-kata atau reaksinya. Fail yang anda hantar disulitkan pada peranti anda: pelayan hanya melihat bahawa satu fail dihantar dan lebih kurang saiznya, bukan nama, jenis atau isinya.',
      },
      {
        term: 'Ahli yang lain',
        text: 'Sesiapa yang boleh membaca mesej anda boleh juga menyalinnya atau mengambil tangkapan skrin.',
      },
      {
        term: 'Mesej yang dilaporkan',
        text: 'Sesiapa yang boleh membaca mesej anda boleh melaporkannya. Laporan mendedahkan satu mesej itu bersama tandatangan anda, dan tiada mesej lain. Mesej yang disembunyikan oleh pentadbir ditandakan di tempatnya menurut pelayan sahaja, kerana isinya tidak lagi dapat disemak.',
      },
      {
        term: 'Peranti anda',
        text: 'Sesiapa yang dapat menggunakan peranti anda semasa anda log masuk dapat membaca apa yang anda baca. Kunci skrin peranti anda.',
      },
      {
        term: 'Aplikasi ini sendiri',
        text: 'Kod aplikasi yang menyulitkan mesej anda datang daripada pelayan setiap kali aplikasi ini dibuka. Sesiapa yang menguasai pelayan boleh menghantar kod yang telah diubah.',
      },
      {
        term: 'Mesej lama jika kunci dicuri',
        text: 'Perlindungan mesej lama terhadap kunci yang dicuri tidak dijanjikan. Kunci kumpulan bertukar apabila ahlinya bertukar dan dari semasa ke semasa, tetapi semuanya dapat dibuka dengan kunci anda. Sesiapa yang mencuri kunci anda dan mendapat mesej dari pelayan dapat membaca mesej lama anda juga.',
      },
      {
        term: 'Kali pertama',
        text: 'Kunci orang yang baru anda hubungi diterima daripada pelayan dan dipercayai. Selepas itu kunci lain tidak diterima secara senyap. Untuk memastikan tiada orang lain di tengah sejak awal, bandingkan nombor keselamatan dengan orang itu secara bersemuka atau melalui telefon.',
      },
      {
        term: 'Ahli rekaan dalam kelab',
        text: 'Kelab menentukan siapa ahlinya, dan ahli yang diluluskan masuk secara automatik. Sesiapa yang menguasai pelayan boleh mereka-reka seorang ahli kelab, tetapi perbuatan itu dapat dilihat: namanya muncul dalam perbualan dan dalam senarai pembaca.',
      },
      {
        term: 'Peranti yang baharu',
        text: 'Peranti baharu mengambil apa yang diketahui peranti lama anda daripada catatan yang dikunci untuk anda sahaja. Tanpa catatan itu, ia hanya tahu apa yang ditunjukkan pelayan. Pelayan juga yang memberitahunya kelab dan negara anda.',
      },
      {
        term: 'Mesej yang ditahan',
        text: 'Pelayan tidak dapat memalsukan mesej, tetapi boleh menahannya. Setiap peranti menomborkan mesejnya. Mesej yang hilang atau tertukar susunannya ditandakan apabila mesej berikutnya daripada peranti itu tiba, bukan sebelum itu.',
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
      'Kunci dibuat secara automatik pada peranti anda apabila anda mula menggunakan aplikasi ini, dan disimpan dalam pelayar anda. Anda tidak perlu membuat apa-apa sebelum menulis mesej pertama.',
      'Selagi belum ada mesej untuk kunci itu dan kunci itu belum disimpan, peranti kedua membuat kunci baharu tanpa bertanya. Peranti pertama kemudian bertanya sama ada itu anda, dan tidak membuang apa-apa sebelum anda menjawab. Selepas ada mesej, peranti baharu perlu mendapat kunci anda. Sementara itu, semua kumpulan yang tidak disulitkan boleh digunakan di situ.',
      'Kunci tiada kaitan dengan kata laluan. Jika anda menukar kata laluan, kunci anda kekal; jika orang lain mendapat kata laluan anda, mereka masih tidak dapat membuka mesej anda yang sedia ada.',
      'Rahsia asal kunci itu juga disimpan dalam pelayar ini, terkunci dengan kunci yang tidak dapat dikeluarkan daripadanya. Rahsia itu dibuka hanya apabila anda menyimpan kunci, menyambungkan peranti atau memperbaharui kunci, selepas anda mengesahkan diri. Kod jahat yang berjaya masuk ke halaman ini masih boleh mengambilnya.',
      'Nama anda turut ditandatangani dengan kunci anda. Jika pelayan menunjukkan nama yang berbeza daripada yang anda tandatangani, Tetapan menunjukkan kedua-duanya.',
    ],
  },
  {
    id: 'simpan',
    title: 'Simpan kunci anda',
    paragraphs: [
      'Selagi kunci hanya ada pada satu peranti, mesej anda hilang bersama peranti itu. Selepas perbualan pertama, simpan kunci dalam Tetapan dengan satu cara atau lebih:',
    ],
    points: [
      {
        term: 'Passkey',
        text: 'Kunci anda disimpan pada pelayan, terkunci dengan passkey anda. Anda membukanya dengan cap jari, wajah atau PIN peranti. Passkey ini hanya untuk kunci, bukan untuk log masuk.',
      },
      {
        term: 'Peranti lain',
        text: 'Pada peranti baharu, pilih “Sahkan pada peranti lain”. Peranti lama yang sedang dibuka menunjukkan permintaan itu bersama nama peranti, tempat dan masanya. Sahkan diri anda di situ, dan bandingkan enam angka pada kedua-dua peranti. Pelayan yang menukar kunci di tengah tidak dapat memilih angka itu, jadi angkanya berbeza. Tanpa perbandingan, imbas kod QR pada peranti baharu atau taip tiga puluh angkanya dalam Tetapan pada peranti lama. Jangan sahkan permintaan yang bukan anda mulakan, dan jangan imbas kod yang dihantar oleh orang lain.',
      },
      {
        term: 'Frasa pemulihan',
        text: 'Dua belas perkataan yang anda catat sendiri.',
      },
    ],
  },
  {
    id: 'frasa',
    title: 'Frasa pemulihan',
    paragraphs: [
      'Frasa pemulihan ialah dua belas perkataan Inggeris yang membuka kunci anda pada peranti lain. Frasa itu ditunjukkan sekali sahaja, semasa dibuat. Catat di atas kertas dan simpan seperti anda menyimpan pasport.',
      'Jangan berikan frasa anda kepada sesiapa. Tiada pentadbir yang akan memintanya.',
      'Frasa yang hilang boleh diganti dalam Tetapan pada peranti yang mempunyai kunci anda. Selepas itu, pelayan tidak lagi memberi salinan kunci untuk frasa yang lama. Sesiapa yang sudah menyimpan salinan itu masih dapat membukanya dengan frasa lama. Jika frasa anda mungkin dilihat orang lain, perbaharui kunci anda.',
    ],
  },
  {
    id: 'keluar',
    title: 'Log keluar',
    paragraphs: [
      'Apabila anda log keluar, kunci dibuang daripada peranti ini jika ada cara lain yang pasti: passkey, frasa, atau peranti lain yang anda gunakan dalam 24 jam yang lepas. Jika belum ada mesej untuk kunci itu, kunci ditarik balik. Jika tidak, anda ditanya dahulu: simpan kunci, tinggalkan di sini, atau padam.',
      'Sesi yang luput sendiri tidak membuang kunci. Pada komputer yang dikongsi, sentiasa log keluar sendiri.',
    ],
  },
  {
    id: 'perbaharui',
    title: 'Memperbaharui kunci',
    paragraphs: [
      'Jika orang lain mungkin mendapat kunci atau frasa anda, perbaharui kunci dalam Tetapan. Kata laluan anda diminta, dan anda dimaklumkan melalui email dan pada setiap peranti. Frasa, passkey dan peranti yang lama tidak membuka mesej baharu lagi, jadi simpan kunci yang baharu.',
      'Jika kunci lama masih ada semasa memperbaharui, mesej lama kekal dapat dibaca dengan kunci baharu. Kunci lama yang sudah dicuri tetap membuka mesej lama.',
      'Setiap kali dibuka, peranti anda membandingkan kuncinya dengan kunci yang ditunjukkan pelayan atas nama anda. Jika ada kunci lain, anda ditanya pada setiap halaman sama ada itu anda, dengan amaran merah jika sudah ada mesej untuk kunci anda. Tiada mesej yang disulitkan dihantar dari peranti ini sehingga anda menjawab. Dengan “Bukan saya”, anda mengganti kunci itu, dan mesej lama anda kekal dapat dibaca.',
    ],
  },
  {
    id: 'hilang',
    title: 'Jika tiada cara lagi',
    paragraphs: [
      'Selagi ada satu peranti dengan kunci anda, anda boleh terus membaca dan menulis di situ, dan menyimpan kunci dengan cara yang baharu.',
      'Tanpa frasa, passkey dan peranti, mesej lama tidak dapat dibaca lagi. Tiada salinan lain, dan tiada sesiapa dapat mengembalikannya. Dengan kunci baharu, anda hanya dapat membaca mesej yang ditulis selepas kunci itu diterima dalam setiap perbualan.',
    ],
  },
  {
    id: 'percaya',
    title: 'Bagaimana kunci orang lain dipercayai',
    paragraphs: [
      'Peranti anda mengingati kunci setiap orang yang pernah dilihatnya, untuk semua kumpulan dan panggilan. Jika kunci lain ditunjukkan sebagai kunci orang itu, penghantaran kepadanya berhenti di mana-mana sahaja dan anda diberi amaran merah.',
      'Setelah anda membandingkan nombor keselamatan, orang itu ditandakan sebagai disahkan. Kunci baharunya kemudian hanya digunakan selepas anda sendiri menerimanya.',
      'Senarai pembaca dalam maklumat kumpulan ialah senarai yang ditandatangani dan disemak pada peranti anda. Jika senarai pelayan berbeza, perbezaan itu ditunjukkan. Orang yang dikeluarkan hanya boleh masuk semula dengan tandatangan pentadbir senarai.',
      'Nama dan masa pada mesej ialah yang ditandatangani pengirimnya. Jika masa pelayan jauh berbeza, kedua-duanya ditunjukkan.',
    ],
  },
  {
    id: 'berubah',
    title: 'Apabila kunci seseorang berubah',
    paragraphs: [
      'Anda dimaklumkan apabila kunci seseorang dalam perbualan anda berubah. Biasanya orang itu memperbaharui kuncinya, atau kehilangannya dan membuat yang baharu. Tetapi mungkin juga ada orang lain yang menyamar.',
      'Tanyalah orang itu sendiri, bukan dalam perbualan yang sama, sebelum anda menulis sesuatu yang sulit. Pentadbir kumpulan perlu mengesahkan kunci baharu sebelum mesej dapat dibaca dengannya.',
    ],
  },
  {
    id: 'pesanan',
    title: 'Maksud mesej sistem',
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
