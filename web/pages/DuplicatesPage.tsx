import { LikelyPairList } from '#web/features/merging/PairList.tsx'

export function DuplicatesPage() {
  return <LikelyPairList />
}
