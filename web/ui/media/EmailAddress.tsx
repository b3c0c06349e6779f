import { Fragment } from 'react'

/** Email address that breaks only before the @ or before a dot of the local part. */
export function EmailAddress({ address }: { address: string }) {
  return address.split(/(?=@|\..*@)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an email address never change their order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
