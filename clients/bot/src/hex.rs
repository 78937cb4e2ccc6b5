//! Reads hexadecimal digits.

/// Reads exactly `N` bytes; none if the text is anything else.
pub fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |digit: u8| char::from(digit).to_digit(16);
        *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_the_exact_number_of_digits_is_read() {
        assert_eq!(super::read("00fFa1"), Some([0, 255, 161]));
        for wrong in ["", "00fFa", "00fFa1a1", "00fFax", "0 fFa1", "äfFa1"] {
            assert_eq!(super::read::<3>(wrong), None, "{wrong}");
        }
    }
}
