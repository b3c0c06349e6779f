import { LikelyDuplicateList } from '#web/features/merging/LikelyDuplicateList.tsx'

export function DuplicateAccountsPage() {
  return <LikelyDuplicateList />
}
