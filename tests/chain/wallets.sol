// Contract wallets as the tests of EIP-1271 need them: one that keeps to the standard, and each way not to.
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract OwnerWallet {
    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        return ecrecover(hash, uint8(signature[64]), r, s) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

contract RevertingWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        revert("never");
    }
}

/// Says yes in a word of its own.
contract EagerWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bool) {
        return true;
    }
}

contract SilentWallet {
    fallback() external {}
}

contract NoWallet {}

contract EndlessWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        uint256 i = 0;
        while (true) {
            unchecked { i++; }
        }
        return bytes4(uint32(i));
    }
}
