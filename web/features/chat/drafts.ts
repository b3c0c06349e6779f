// What was typed and not sent, by person and group: survives a reload and going elsewhere, and not a logout.
const nameOf = (userId: number, groupId: number) => `draft:${userId}:${groupId}`

export function readDraft(userId: number, groupId: number): string {
  return sessionStorage.getItem(nameOf(userId, groupId)) ?? ''
}

export function keepDraft(userId: number, groupId: number, text: string): void {
  if (text) sessionStorage.setItem(nameOf(userId, groupId), text)
  else sessionStorage.removeItem(nameOf(userId, groupId))
}
