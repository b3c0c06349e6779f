import { SegmentList } from '#web/features/segments/SegmentList.tsx'

export function SegmentsPage() {
  return <SegmentList />
}
