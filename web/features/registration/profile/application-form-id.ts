/** Element id of the heading above the applicant's form, to which the reason of a rejection links. */
export const applicationFormId = 'application-form'
