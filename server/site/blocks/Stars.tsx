const places = [1, 2, 3, 4, 5];

/** A rating as stars, and in words for those who do not see them. */
export function Stars({ rating }: { readonly rating: number }) {
  return (
    <p className="stars">
      <span className="visually-hidden">Rated {rating} out of 5</span>
      {places.map((place) => (
        <svg
          key={place}
          className={place <= rating ? 'star' : 'star star-open'}
          viewBox="0 0 20 20"
          aria-hidden="true"
        >
          <path d="M10 2l2.5 5.3 5.7.7-4.2 4 1.1 5.7-5.1-2.8-5.1 2.800L6 12 1.8 8l5.7-.7z" />
        </svg>
      ))}
    </p>
  );
}
