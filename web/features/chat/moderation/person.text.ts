/** Texts of the actions on a person: message, call, block. */
export const personText = {
  profile: (name: string) => `Profil ${name}`,
  message: 'Mesej',
  call: 'Panggil',
  block: (name: string) => `Sekat ${name}`,
  unblock: (name: string) => `Buka sekatan ${name}`,
  blockTitle: (name: string) => `Sekat ${name}?`,
  blockHint:
    'Anda berdua tidak lagi dapat menghantar mesej dalam perbualan ini, dan tidak melihat status dalam talian satu sama lain. Mesej lama kekal. Dalam kumpulan yang sama, anda berdua masih melihat mesej masing-masing.',
  blocked: (name: string) =>
    `Anda telah menyekat ${name}. Buka sekatan dalam maklumat perbualan untuk menulis.`,
  blockDone: 'Orang ini disekat',
  unblockDone: 'Sekatan dibuka',
  failed: 'Gagal mengubah sekatan',
}
