import { useEffect, useState } from 'react'
import { readEncryptedDraft, readMessageDraft, saveEncryptedDraft, saveMessageDraft } from './drafts.ts'

/** Draft of the message being typed. Drafts of encrypted groups are stored encrypted on the device. */
export function useMessageDraft(myId: number, groupId: number, isEncrypted: boolean) {
  const [typed, setTyped] = useState(() => (isEncrypted ? '' : readMessageDraft(myId, groupId)))
  useEffect(() => {
    if (!isEncrypted) return
    // Text that the user types while the stored draft is being decrypted replaces the stored draft.
    readEncryptedDraft(myId, groupId).then(
      storedDraft => setTyped(now => now || storedDraft),
      () => {},
    )
  }, [myId, groupId, isEncrypted])
  const changeDraft = (value: string) => {
    setTyped(value)
    const saveValue = isEncrypted ? saveEncryptedDraft : saveMessageDraft
    saveValue(myId, groupId, value)
  }
  return [typed, changeDraft] as const
}
