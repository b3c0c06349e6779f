import { showNumber } from '#web/lib/format.ts'
import type { Ending } from './call-session.ts'
import type { Quality } from './quality.ts'

export const callsText = {
  title: 'Panggilan Video',
  start: 'Mulakan panggilan video',
  join: 'Sertai panggilan',
  joinNow: 'Sertai',
  startNow: 'Panggil',
  running: (count: number) => `Panggilan sedang berlangsung · ${showNumber(count)} orang`,
  incoming: (name: string) => `${name} sedang memanggil`,
  incomingIn: (group: string) => `Panggilan video dalam ${group}`,
  accept: 'Terima',
  decline: 'Tolak',
  preview: 'Semak kamera dan mikrofon anda',
  camera: 'Kamera',
  microphone: 'Mikrofon',
  mute: 'Matikan mikrofon',
  unmute: 'Hidupkan mikrofon',
  cameraOff: 'Matikan kamera',
  cameraOn: 'Hidupkan kamera',
  end: 'Tamatkan panggilan',
  cancel: 'Batal',
  you: 'Anda',
  muted: 'Mikrofon dimatikan',
  ringing: 'Menunggu jawapan…',
  connecting: 'Menyambung…',
  reconnecting: 'Menyambung semula…',
  cutOff: 'Sambungan ke pelayan terputus. Panggilan diteruskan selagi boleh.',
  noPath: (name: string) =>
    `Tiada laluan sambungan ke ${name} dijumpai. Cuba rangkaian lain, atau minta pentadbir menyediakan pelayan geganti (TURN).`,
  quality: { good: 'Sambungan baik', fair: 'Sambungan sederhana', poor: 'Sambungan lemah' } satisfies Record<
    Quality,
    string
  >,
  privacy: 'Privasi panggilan',
  privacyPoints: [
    'Panggilan ini disulitkan hujung ke hujung.',
    'Tiada rakaman disimpan secara automatik.',
    'Jangan kongsi maklumat sensitif.',
  ],
  direct: 'Tanpa pelayan geganti, peserta panggilan boleh melihat alamat rangkaian (IP) masing-masing.',
  endings: {
    left: 'Anda telah meninggalkan panggilan',
    over: 'Panggilan telah tamat',
    gone: 'Anda tidak lagi berada dalam panggilan ini',
    forged:
      'Panggilan ditamatkan: maklumat sambungan telah diubah dalam perjalanan. Jangan teruskan pada rangkaian ini sebelum membandingkan nombor keselamatan.',
  } satisfies Record<Ending, string>,
  noDevices:
    'Kamera dan mikrofon tidak dapat digunakan. Benarkan penggunaannya dalam tetapan pelayar, kemudian cuba lagi.',
  failed: 'Panggilan tidak dapat dimulakan. Sila cuba lagi.',
  elsewhere: 'Anda sudah berada dalam panggilan ini pada tab atau peranti lain.',
  waitingKeys: 'Panggilan memerlukan kunci kedua-dua pihak. Buka perbualan ini dahulu.',
  took: (minutes: number) =>
    minutes < 1 ? 'Panggilan video, kurang seminit' : `Panggilan video, ${showNumber(minutes)} minit`,
  missed: 'Panggilan video tidak dijawab',
}
