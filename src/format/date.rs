//! Dates as the writers of SGF and GGF note them.

use jiff::civil::{Date, DateTime, Time};

/// Reads a day with the time behind it: `2014-02-21 20:52:27 GMT`, `2009.03.14_18:20:11.GMT`, `2014-2-21`. Without a
/// time it is midnight.
pub(super) fn read(text: &str) -> Option<DateTime> {
    let is_in_day = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.');
    let end = text.find(|c| !is_in_day(c)).unwrap_or(text.len());
    let (day, rest) = text.split_at(end);
    let mut numbers = day.split(['-', '.']);
    let year = numbers.next().filter(|year| year.len() == 4)?;
    let mut number = || numbers.next().filter(|number| number.len() <= 2);
    let (month, day) = (number()?.parse().ok()?, number()?.parse().ok()?);
    let day = Date::new(year.parse().ok()?, month, day).ok()?;
    let time = rest.get(1..9).and_then(|time| time.parse::<Time>().ok());
    Some(day.to_datetime(time.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_several_writers() {
        for (text, expected) in [
            ("2014-02-21 20:52:27 GMT", "2014-02-21T20:52:27"),
            ("2009.03.14_18:20:11.GMT", "2009-03-14T18:20:11"),
            ("2026.11.23 08:53:17", "2026-11-23T08:53:17"),
            ("2014-2-21", "2014-02-21T00:00:00"),
            ("2026-11-1", "2026-11-01T00:00:00"),
            ("1996-05-06,07", "1996-05-06T00:00:00"),
        ] {
            let found = read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(found.to_string(), expected, "{text}");
        }
        for text in [
            "",
            "1996",
            "1996-05",
            "1996-05,06",
            "1996-13-01",
            "1996-05-006",
            "6.5.1996",
            "96-05-06",
            "today",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
