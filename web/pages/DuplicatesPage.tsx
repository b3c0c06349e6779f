import { LikelyDuplicateList } from '#web/features/merging/LikelyDuplicateList.tsx'

export function DuplicatesPage() {
  return <LikelyDuplicateList />
}
