import { LikelyPairList } from '#web/features/merging/LikelyPairList.tsx'

export function DuplicatesPage() {
  return <LikelyPairList />
}
