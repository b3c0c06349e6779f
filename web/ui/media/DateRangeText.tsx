/** Shows a period such as "3 Mac – 5 Mac 2027". Its line breaks only after the dash. */
export function DateRangeText({ children }: { children: string }) {
  const [start, end] = children.split(' – ')
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{end ? `${start} –` : start}</span>{' '}
      {end && <span style={{ whiteSpace: 'nowrap' }}>{end}</span>}
    </>
  )
}
