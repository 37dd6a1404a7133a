/** Whose people are gone from the table that lies open: wherever a seat's mark stands, it shows that. */
export const absent: { seats: number[] } = $state({ seats: [] });
