import { PairList } from '#web/features/merging/PairList.tsx'

export function DuplicatesPage() {
  return <PairList />
}
