import type { MuteDuration } from '#shared/contracts/chat/chat.schemas.ts'

export const groupPreferencesText = {
  section: 'Pemberitahuan dan senarai',
  mute: 'Bisukan pemberitahuan',
  muteHint: 'Anda masih dimaklumkan apabila nama anda disebut dengan @.',
  off: 'Tidak dibisukan',
  spans: { hour: 'Selama sejam', 'eight-hours': 'Selama lapan jam', always: 'Selalu' } satisfies Record<
    MuteDuration,
    string
  >,
  mutedUntil: (moment: string) => `Dibisukan hingga ${moment}`,
  mutedAlways: 'Dibisukan',
  unmute: 'Bunyikan semula',
  pin: 'Sematkan di bahagian atas senarai',
  failed: 'Tetapan kumpulan gagal disimpan',
  pinMessage: 'Sematkan mesej',
  unpinMessage: 'Buang sematan',
  pinned: 'Mesej disematkan',
  unpinned: 'Sematan dibuang',
  pinnedBy: (name: string) => `Disematkan oleh ${name}`,
  pinnedByServer: 'Disematkan menurut pelayan',
  pinFailed: 'Gagal menyematkan mesej',
  pins: 'Mesej yang disematkan',
  goToPin: 'Pergi ke mesej yang disematkan',
}
