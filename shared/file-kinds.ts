/** Kinds of uploaded files. A file of kind `chat_sealed` is encrypted, so its content type is unknown. */
export const chatFileKinds = ['chat_image', 'chat_document', 'chat_voice', 'chat_sealed'] as const
export type ChatFileKind = (typeof chatFileKinds)[number]
export const fileKinds = [
  'profile_image',
  'activity_image',
  'activity_document',
  'announcement_image',
  'announcement_document',
  'club_logo',
  'fee_slip',
  ...chatFileKinds,
] as const
export type FileKind = (typeof fileKinds)[number]
/** Maximum upload size of each kind of file in bytes. */
export const fileSizeLimits: Record<FileKind, number> = {
  profile_image: 10_000_000,
  activity_image: 10_000_000,
  activity_document: 20_000_000,
  announcement_image: 10_000_000,
  announcement_document: 20_000_000,
  club_logo: 10_000_000,
  fee_slip: 10_000_000,
  chat_image: 10_000_000,
  chat_document: 20_000_000,
  chat_voice: 5_000_000,
  // Maximum size of an encrypted file in bytes: the largest plaintext size plus nonce, tag and header.
  chat_sealed: 20_100_000,
}
