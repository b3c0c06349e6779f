/** Splits a period where it may wrap: "3 Mac –" and "5 Mac 2027", or "23 Nov," and "12.00 – 3.00 pg". */
function splitPeriod(period: string): string[] {
  const [start = '', end] = period.split(' – ')
  if (!end) return [period]
  const comma = end.includes(',') ? -1 : start.lastIndexOf(', ')
  return comma < 0 ? [`${start} –`, end] : [start.slice(0, comma + 1), `${start.slice(comma + 2)} – ${end}`]
}

/** Shows a period such as "3 Mac – 5 Mac 2027". Its line breaks only after the dash, or before the times of one day. */
export function DateRangeText({ children }: { children: string }) {
  const [first, second] = splitPeriod(children)
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{first}</span>{' '}
      {second && <span style={{ whiteSpace: 'nowrap' }}>{second}</span>}
    </>
  )
}
