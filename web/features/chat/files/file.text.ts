import { maxRecordingSeconds } from './voice-recording.ts'

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Texts about files in conversations. */
export const fileText = {
  attach: 'Lampirkan fail',
  drop: 'Lepaskan fail di sini untuk menghantarnya',
  /** Placeholder content of a message that consists only of a file. */
  stand: { image: '📷 Gambar', voice: '🎤 Mesej suara', document: (name: string) => `📄 ${name}` },
  preparing: 'Menyediakan fail…',
  uploading: (name: string) => `Menghantar ${name}`,
  cancel: (name: string) => `Batalkan ${name}`,
  retry: 'Cuba lagi',
  failed: 'Fail tidak dihantar. Sila cuba lagi.',
  tooLarge: 'Fail ini terlalu besar. Had ialah 20 MB.',
  wrongType: 'Jenis fail ini tidak diterima. Hantar gambar, PDF atau dokumen seperti Word dan Excel.',
  picture: (name: string) => `Gambar ${name}`,
  openPicture: (name: string) => `Lihat gambar ${name}`,
  download: (name: string) => `Muat turun ${name}`,
  save: 'Muat turun',
  opening: 'Membuka fail…',
  gone: 'Fail ini tidak dapat dibuka sekarang. Sila cuba lagi.',
  refused: 'Fail ini bukan yang dihantar oleh pengirimnya, jadi ia tidak dibuka.',
  record: 'Rakam mesej suara',
  recording: 'Sedang merakam',
  recorded: (seconds: number) => `${clock(seconds)} / ${clock(maxRecordingSeconds)}`,
  clock,
  stopRecording: 'Buang rakaman',
  sendRecording: 'Hantar rakaman',
  noMicrophone:
    'Mikrofon tidak dapat digunakan. Benarkan mikrofon dalam tetapan pelayar, kemudian cuba lagi.',
  play: 'Mainkan mesej suara',
  pause: 'Jeda mesej suara',
  position: 'Kedudukan dalam mesej suara',
}
